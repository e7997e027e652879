import type { CommentDialog } from "../../app/overlays/comment-dialog.ts";
import type { ReplayDialog } from "../../app/overlays/replay-dialog.ts";
import type { TriggerDialog } from "../../app/overlays/trigger-dialog.ts";
import type { AppState } from "../../app/slice.ts";
import type { ConfirmDialog } from "../../app/state/overlays.ts";
import { documentedEvents } from "../../model/event.ts";
import { blank, line, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "./box.ts";
import { box, contentColumns } from "./box.ts";
import { errorRows, fieldRow, formLines, labeled } from "./form-lines.ts";
import { shorten } from "./shortened.ts";

const boxColumns = 64;

/** Draws a confirmation; Enter and Esc cancel. */
export function confirmBox(state: AppState, { title, lines, verb }: ConfirmDialog): Floating {
  const width = contentColumns(state, boxColumns);
  return box(state, {
    title: visible(title),
    lines: [
      ...lines.flatMap((text) => shorten(wrapWords(span(visible(text)), width))),
      blank,
      line(span(v`y`, "error"), span(v` ${verb}   `), span(v`Enter Esc`, "accent"), span(v` cancel`)),
    ],
    cursor: null,
    width: boxColumns,
  });
}

export function triggerBox(state: AppState, dialog: TriggerDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const event = documentedEvents[dialog.event];
  const atEvent = dialog.focus === "event";
  const { lines, cursor } = formLines([
    [labeled(v`Event`, atEvent, span(v`‹ ${event?.scope ?? ""} ${event?.action ?? ""} ›`))],
    fieldRow({ label: v`Repo`, field: dialog.repo, focused: !atEvent, hint: v`type:owner/name` }, width),
    errorRows(dialog.error, width),
    [blank],
    [
      dialog.sending
        ? line(span(v`  Triggering…`, "muted"))
        : line(
            span(v`  Enter`, "accent"),
            span(v` trigger   `),
            span(v`← →`, "accent"),
            span(v` event   `),
            span(v`Tab`, "accent"),
            span(v` field   `),
            span(v`Esc`, "accent"),
            span(v` cancel`),
          ),
    ],
  ]);
  return box(state, { title: v`Trigger an event`, lines, cursor, width: boxColumns });
}

export function replayBox(state: AppState, dialog: ReplayDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const choice = (chosen: boolean, name: string) => span(v`(${chosen ? "•" : " "}) ${name}   `);
  const toUrl = dialog.target === "url";
  const { lines, cursor } = formLines([
    [labeled(v`Target`, !toUrl, choice(!toUrl, "its route"), choice(toUrl, "a URL"))],
    ...(toUrl
      ? [
          fieldRow(
            { label: v`URL`, field: dialog.url, focused: true, hint: v`http://127.0.0.1:3000/` },
            width,
          ),
        ]
      : []),
    errorRows(dialog.error, width),
    [blank],
    [
      dialog.sending
        ? line(span(v`  Replaying…`, "muted"))
        : line(
            span(v`  Enter`, "accent"),
            span(v` replay   `),
            span(v`Tab`, "accent"),
            span(v` route or URL   `),
            span(v`Esc`, "accent"),
            span(v` cancel`),
          ),
    ],
  ]);
  return box(state, { title: v`Replay delivery #${count(dialog.seq)}`, lines, cursor, width: boxColumns });
}

export function commentBox(state: AppState, dialog: CommentDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const { lines, cursor } = formLines([
    fieldRow({ label: v`Comment`, field: dialog.field, focused: true, hint: v`your comment` }, width),
    [blank],
    [line(span(v`  Enter`, "accent"), span(v` save   `), span(v`Esc`, "accent"), span(v` cancel`))],
  ]);
  const title = truncate(v`Comment on ${dialog.clauseId}`, Math.max(1, width - 2), { where: "middle" });
  return box(state, { title, lines, cursor, width: boxColumns });
}
