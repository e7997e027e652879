import { line, span, blank } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import type { Command } from "../../tui/commands/command.ts";
import { box, contentColumns, type Floating } from "../../tui/dialogs/box.ts";
import { errorRows, fieldRow, formLines, labeled } from "../../tui/dialogs/form-lines.ts";
import type { Dialog } from "../../tui/screen.ts";
import { dialogKind, closeDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { TextField } from "../../tui/text-field.ts";
import { textField } from "../../tui/text-field.ts";
import type { ReplayEffects } from "./replay.ts";

/** Dialog for the target of a replay. */
export interface ReplayDialog {
  readonly kind: "replay";
  readonly seq: number;
  /** Target: the delivery's route, or a URL. */
  readonly target: "route" | "url";
  readonly url: TextField;
  readonly error: string | null;
  readonly sending: boolean;
}

export const replayKind = dialogKind<ReplayDialog>("replay");

/** @param lastUrl URL of the last replay, prefilled */
export function replayDialog(seq: number, lastUrl: string): ReplayDialog {
  return { kind: "replay", seq, target: "route", url: textField(lastUrl), error: null, sending: false };
}

const boxColumns = 64;

export const replayDialogRecord: Dialog<ReplayDialog> = {
  kind: "replay",
  helpTitle: "Replay dialog",
  field: (dialog) =>
    dialog.target !== "url" || dialog.sending
      ? null
      : {
          field: dialog.url,
          put: (url) => replayKind.put({ ...dialog, url, error: null }),
        },
  box: replayBox,
};

function replayBox(state: AppState, dialog: ReplayDialog): Floating {
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

export const replayCommands: readonly Command<ReplayEffects>[] = [
  {
    id: "replay.send",
    scope: "replay",
    keys: ["enter", "ctrl+s"],
    title: "Replay the delivery",
    footerLabel: "replay",
    run: ({ effects }) => effects.replay(),
  },
  {
    id: "replay.target",
    scope: "replay",
    keys: ["tab", "shift+tab", "up", "down"],
    title: "Choose route or URL",
    footerLabel: "target",
    run: ({ store }) =>
      replayKind.change(store, (open) => ({
        ...open,
        target: open.target === "route" ? "url" : "route",
        error: null,
      })),
  },
  {
    id: "replay.leave",
    scope: "replay",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
