import { randomUUID } from "node:crypto";
import type { AcceptedDispatch, Activity, Quota } from "../../store/activity.ts";
import type { EventTarget, WebhookRegistry } from "../../store/webhook-registry.ts";
import type { EventPayload } from "./event-payload.ts";

/**
 * Quota of the Hub: 1,000 triggers per webhook in 24 hours (https://huggingface.co/docs/hub/webhooks, "Rate
 * limits").
 */
export const hubQuota: Quota = { triggers: 1000, withinMs: 24 * 3_600_000 };

/**
 * Stores one dispatch for each webhook that the event triggers, all or none. Each dispatch contains the
 * complete payload with the `webhook` part, so that every attempt sends the same bytes.
 */
export async function acceptEvent(
  registry: WebhookRegistry,
  activity: Activity,
  quota: Quota,
  { scope, action, repo }: EventTarget,
  payload: EventPayload,
  nowMs: number,
): Promise<readonly AcceptedDispatch[]> {
  const webhooks = await registry.watching({ scope, action, repo });
  if (webhooks.length === 0) return [];
  const { webhook: _, ...shared } = payload;
  // The shared part is serialized once, because an event may trigger thousands of webhooks. A comma can
  // follow: the part always contains the event and the repo.
  const start = JSON.stringify(shared).slice(0, -1);
  return activity.accept(
    webhooks.map(({ id, account }) => ({
      webhookId: id,
      account,
      messageId: `msg_${randomUUID().replaceAll("-", "")}`,
      event: { scope, action },
      repo,
      payload: `${start},"webhook":${JSON.stringify({ id, version: 3 })}}`,
      createdAtMs: nowMs,
    })),
    quota,
  );
}
