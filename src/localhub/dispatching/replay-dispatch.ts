import type { StoredWebhook } from "../../model/webhook.ts";
import { makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import type { DispatchParts } from "./run-dispatch.ts";
import { settle } from "./settle.ts";

/**
 * Sends a dispatch again at once to the current target of its webhook, in any state and also if the webhook is disabled: a person
 * asked for it. Success ends the retries of the dispatch; failure does not change its state.
 * @returns null if the webhook has no such dispatch
 */
export async function replayDispatch(
  parts: DispatchParts,
  webhook: StoredWebhook,
  dispatchId: number,
  abort: AbortSignal,
): Promise<MadeAttempt | null> {
  const dispatch = await parts.activity.get(dispatchId);
  if (dispatch === null || dispatch.webhookId !== webhook.id) return null;
  const attempt = await makeAttempt(parts, webhook, dispatch, true, abort);
  await settle(parts, webhook, dispatch, attempt);
  return attempt;
}
