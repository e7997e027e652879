import { span, line, blank } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Command } from "../../tui/commands/command.ts";
import { box, contentColumns, type Floating } from "../../tui/dialogs/box.ts";
import { errorRows, fieldRow, formLines } from "../../tui/dialogs/form-lines.ts";
import type { Dialog } from "../../tui/screen.ts";
import { dialogKind, closeDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { TextField } from "../../tui/text-field.ts";
import { textField } from "../../tui/text-field.ts";
import type { ForwardEffects } from "./forward.ts";

/** Dialog for the forward target; empty stops forwarding. */
export interface ForwardDialog {
  readonly kind: "forward";
  readonly target: TextField;
  readonly error: string | null;
  readonly saving: boolean;
}

export const forwardKind = dialogKind<ForwardDialog>("forward");

export function forwardDialog(target: string | null): ForwardDialog {
  return { kind: "forward", target: textField(target ?? ""), error: null, saving: false };
}

export const forwardDialogRecord: Dialog<ForwardDialog> = {
  kind: "forward",
  helpTitle: "Forward dialog",
  field: (dialog) =>
    dialog.saving
      ? null
      : {
          field: dialog.target,
          put: (target) => forwardKind.put({ ...dialog, target, error: null }),
        },
  box: forwardBox,
};

const boxColumns = 64;

function forwardBox(state: AppState, dialog: ForwardDialog): Floating {
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

export const forwardCommands: readonly Command<ForwardEffects>[] = [
  {
    id: "forward.set",
    scope: "forward",
    keys: ["enter", "ctrl+s"],
    title: "Set the forward target",
    footerLabel: "forward",
    run: ({ effects }) => effects.setForward(),
  },
  {
    id: "forward.leave",
    scope: "forward",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
