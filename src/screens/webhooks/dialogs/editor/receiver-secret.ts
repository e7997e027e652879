import type { Webhook } from "../../../../model/webhook.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { isOurs } from "../../../public-url.ts";
import { sendsToReceiver, webhooksSlice } from "../../state/webhooks.ts";
import type { WebhookForm } from "./webhook-form.ts";

/**
 * Returns true if a new webhook's secret may become the receiver's: the receiver is this app's, has no secret, and no
 * other webhook would be refused with one.
 */
export function wantsSecret(state: AppState): boolean {
  const { isOwn, link, secretSet, open } = sessionSlice.get(state).receiver;
  if (!isOwn || link.state !== "up" || secretSet || open) return false;
  const { items, loadedAtMs } = webhooksSlice.get(state);
  return loadedAtMs !== null && !items.some((one) => !one.disabled && sendsToReceiver(state, one));
}

/** Returns true if saving a form also sets its secret in the receiver. */
export function givesSecret(state: AppState, form: WebhookForm): boolean {
  const { receiver } = sessionSlice.get(state);
  return (
    form.original === null &&
    form.target === "url" &&
    form.secret.value !== "" &&
    isOurs(receiver, form.url.value.trim()) &&
    wantsSecret(state)
  );
}

/** Returns true if a webhook is the only one, on a local hub, and sends to the receiver. */
export function isFirst(state: AppState, webhook: Webhook): boolean {
  const { hub, receiver } = sessionSlice.get(state);
  const { items } = webhooksSlice.get(state);
  const isAlone = items.every(({ id }) => id === webhook.id);
  return hub.local && receiver.link.state === "up" && isAlone && sendsToReceiver(state, webhook);
}
