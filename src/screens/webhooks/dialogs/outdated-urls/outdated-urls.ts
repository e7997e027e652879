import { dialogKind } from "../../../../tui/state/nav.ts";
import type { StrayWebhook } from "../../../public-url.ts";

/** Progress of one webhook's update. */
export type UpdateState =
  | { readonly kind: "waiting" | "updating" | "updated" }
  | { readonly kind: "failed"; readonly why: string };

export interface WebhookUpdate extends StrayWebhook {
  readonly state: UpdateState;
}

/** Dialog that offers to update webhooks with old addresses. */
export interface StrayWebhooksDialog {
  readonly kind: "stray-webhooks";
  /** Kind of the old addresses: past tunnels, or all of this receiver. */
  readonly of: "tunnel" | "receiver";
  readonly updates: readonly WebhookUpdate[];
  /** False right after the dialog has opened by itself, when keys were typed for the screen. */
  readonly acceptsKeys: boolean;
  readonly updating: boolean;
}

export const strayWebhooksKind = dialogKind<StrayWebhooksDialog>("stray-webhooks");

export function strayWebhooksDialog(
  of: StrayWebhooksDialog["of"],
  strays: readonly StrayWebhook[],
  acceptsKeys: boolean,
): StrayWebhooksDialog {
  const updates = strays.map((stray): WebhookUpdate => ({ ...stray, state: { kind: "waiting" } }));
  return { kind: "stray-webhooks", of, updates, acceptsKeys, updating: false };
}

/** Returns the webhooks to update, including failed ones. */
export function pendingUpdates({ updates }: StrayWebhooksDialog): readonly WebhookUpdate[] {
  return updates.filter(({ state }) => state.kind === "waiting" || state.kind === "failed");
}

export function withUpdateState(
  dialog: StrayWebhooksDialog,
  id: string,
  state: UpdateState,
): StrayWebhooksDialog {
  return {
    ...dialog,
    updates: dialog.updates.map((update) => (update.id === id ? { ...update, state } : update)),
  };
}
