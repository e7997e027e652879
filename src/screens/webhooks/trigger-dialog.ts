import { documentedEvents, wantsScope } from "../../model/event.ts";
import type { WatchedItem } from "../../model/watched-item.ts";
import { formatWatchedItem } from "../../model/watched-item.ts";
import type { Webhook } from "../../model/webhook.ts";
import { span, line, blank } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Command } from "../../tui/commands/command.ts";
import { box, contentColumns, type Floating } from "../../tui/dialogs/box.ts";
import { errorRows, fieldRow, formLines, labeled } from "../../tui/dialogs/form-lines.ts";
import type { Dialog } from "../../tui/screen.ts";
import { dialogKind, closeDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { TextField } from "../../tui/text-field.ts";
import { textField } from "../../tui/text-field.ts";
import type { WebhooksEffects } from "./effects.ts";

/** Dialog for the event to trigger and its repo. */
export interface TriggerDialog {
  readonly kind: "trigger";
  /** Index into `documentedEvents`. */
  readonly event: number;
  readonly repo: TextField;
  readonly focus: "event" | "repo";
  readonly error: string | null;
  readonly sending: boolean;
}

export const triggerKind = dialogKind<TriggerDialog>("trigger");

/** Creates the dialog, prefilled with an event and a repo that fire the webhook. */
export function triggerDialog(webhook: Webhook | null, account: string): TriggerDialog {
  const first = documentedEvents.findIndex(({ scope }) => wantsScope(webhook?.domains ?? [], scope));
  return {
    kind: "trigger",
    event: Math.max(0, first),
    repo: textField(watchedRepo(webhook?.watched[0], account)),
    focus: "event",
    error: null,
    sending: false,
  };
}

/** Returns a repo that the item watches: the repo itself, or a model of the owner. */
function watchedRepo(item: WatchedItem | undefined, account: string): string {
  if (item === undefined) return `model:${account}/demo`;
  return item.type === "user" || item.type === "org" ? `model:${item.name}/demo` : formatWatchedItem(item);
}

export function chooseEvent(dialog: TriggerDialog, step: 1 | -1): TriggerDialog {
  const count = documentedEvents.length;
  return { ...dialog, event: (dialog.event + step + count) % count, error: null };
}

const boxColumns = 64;

export const triggerDialogRecord: Dialog<TriggerDialog> = {
  kind: "trigger",
  helpTitle: "Trigger dialog",
  field: (dialog) =>
    dialog.focus !== "repo" || dialog.sending
      ? null
      : {
          field: dialog.repo,
          put: (repo) => triggerKind.put({ ...dialog, repo, error: null }),
        },
  box: triggerBox,
};

function triggerBox(state: AppState, dialog: TriggerDialog): Floating {
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

export const triggerCommands: readonly Command<WebhooksEffects>[] = [
  {
    id: "trigger.send",
    scope: "trigger",
    keys: ["enter", "ctrl+s"],
    title: "Trigger the event",
    footerLabel: "trigger",
    run: ({ effects }) => effects.trigger(),
  },
  {
    id: "trigger.next-field",
    scope: "trigger",
    keys: ["tab", "shift+tab", "up", "down"],
    title: "Go to the other field",
    footerLabel: "field",
    run: ({ store }) =>
      triggerKind.change(store, (open) => ({
        ...open,
        focus: open.focus === "event" ? "repo" : "event",
      })),
  },
  {
    id: "trigger.next-event",
    scope: "trigger",
    keys: ["right", "space"],
    title: "Select the next event",
    footerLabel: "event",
    disabledReason: (state) =>
      triggerKind.find(state)?.focus === "event" ? null : "this key edits text here",
    run: ({ store }) => triggerKind.change(store, (open) => chooseEvent(open, 1)),
  },
  {
    id: "trigger.previous-event",
    scope: "trigger",
    keys: ["left"],
    title: "Select the previous event",
    disabledReason: (state) =>
      triggerKind.find(state)?.focus === "event" ? null : "this key edits text here",
    run: ({ store }) => triggerKind.change(store, (open) => chooseEvent(open, -1)),
  },
  {
    id: "trigger.leave",
    scope: "trigger",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
