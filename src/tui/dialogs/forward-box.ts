import type { ForwardDialog } from "../../app/overlays/forward-dialog.ts";
import type { AppState } from "../../app/slice.ts";
import { blank, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "./box.ts";
import { box, contentColumns } from "./box.ts";
import { errorRows, fieldRow, formLines } from "./form-lines.ts";

const boxColumns = 64;

export function forwardBox(state: AppState, dialog: ForwardDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const about = span(
    v`Forwards deliveries of routes without a handler until the receiver stops. Leave empty to stop forwarding.`,
    "muted",
  );
  const { lines, cursor } = formLines([
    fieldRow(
      { label: v`Target`, field: dialog.target, focused: true, hint: v`http://localhost:3000/hook, or 3000` },
      width,
    ),
    errorRows(dialog.error, width),
    [blank, ...wrapWords(about, width), blank],
    [
      dialog.saving
        ? line(span(v`  Saving…`, "muted"))
        : line(span(v`  Enter`, "accent"), span(v` forward   `), span(v`Esc`, "accent"), span(v` cancel`)),
    ],
  ]);
  return box(state, {
    title: v`Forward deliveries`,
    lines,
    cursor: dialog.saving ? null : cursor,
    width: boxColumns,
  });
}
