import type { StoredWebhook } from "../../store/ports.ts";
import { makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import type { DispatchParts } from "./run-dispatch.ts";
import { settle } from "./settle.ts";

/**
 * Sends a dispatch again, now, to what its webhook points at now, whatever state it is in and also when the webhook is disabled: a person
 * asked for it. One that succeeds is sent and waits for nothing any more; one that fails stands where it stood.
 * @returns null: this webhook has no such dispatch
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
