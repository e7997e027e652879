import { documentedEvents, wantsScope } from "../../model/event.ts";
import type { WatchedItem } from "../../model/watched-item.ts";
import { formatWatchedItem } from "../../model/watched-item.ts";
import type { Webhook } from "../../model/webhook.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

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
