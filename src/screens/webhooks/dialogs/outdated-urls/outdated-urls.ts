import { dialogKind } from "../../../../tui/state/nav.ts";
import type { OutdatedUrl } from "../../../public-url.ts";

/** Progress of one webhook's update. */
export type UpdateState =
  | { readonly kind: "waiting" | "updating" | "updated" }
  | { readonly kind: "failed"; readonly why: string };

export interface WebhookUpdate extends OutdatedUrl {
  readonly state: UpdateState;
}

/** Dialog that offers to update webhooks with old addresses. */
export interface OutdatedUrlsDialog {
  readonly kind: "stray-webhooks";
  /** Kind of the old addresses: past tunnels, or all of this receiver. */
  readonly of: "tunnel" | "receiver";
  readonly updates: readonly WebhookUpdate[];
  /** False right after the dialog opened by itself, when typed keys were meant for the screen. */
  readonly acceptsKeys: boolean;
  readonly updating: boolean;
}

export const outdatedUrlsKind = dialogKind<OutdatedUrlsDialog>("stray-webhooks");

export function outdatedUrlsDialog(
  of: OutdatedUrlsDialog["of"],
  outdated: readonly OutdatedUrl[],
  acceptsKeys: boolean,
): OutdatedUrlsDialog {
  const updates = outdated.map((webhook): WebhookUpdate => ({ ...webhook, state: { kind: "waiting" } }));
  return { kind: "stray-webhooks", of, updates, acceptsKeys, updating: false };
}

/** Returns the webhooks to update, including failed ones. */
export function pendingUpdates({ updates }: OutdatedUrlsDialog): readonly WebhookUpdate[] {
  return updates.filter(({ state }) => state.kind === "waiting" || state.kind === "failed");
}

export function withUpdateState(
  dialog: OutdatedUrlsDialog,
  id: string,
  state: UpdateState,
): OutdatedUrlsDialog {
  return {
    ...dialog,
    updates: dialog.updates.map((update) => (update.id === id ? { ...update, state } : update)),
  };
}
