import { randomUUID } from "node:crypto";
import { type MissReason, missReason } from "../../model/missed-webhook.ts";
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
      payload: `${start},"webhook":${JSON.stringify(webhookPart(id))}}`,
      createdAtMs: nowMs,
    })),
    quota,
  );
}

/** Webhooks of an event, and the payload that the first of them gets. */
export interface EventPreview {
  readonly payload: EventPayload;
  readonly reached: readonly Omit<AcceptedDispatch, "id">[];
  /** Webhooks that watch the repo but are not triggered. */
  readonly missed: readonly { readonly webhookId: string; readonly reason: MissReason }[];
  /** Number of the account's other webhooks. */
  readonly others: number;
}

/** Returns the effects of `acceptEvent` without storing anything. */
export async function previewEvent(
  registry: WebhookRegistry,
  activity: Activity,
  quota: Quota,
  { scope, action, repo }: EventTarget,
  payload: EventPayload,
  { account, nowMs }: { readonly account: string; readonly nowMs: number },
): Promise<EventPreview> {
  const webhooks = await registry.watching({ scope, action, repo });
  const reached = await Promise.all(
    webhooks.map(async ({ id }) => ({
      webhookId: id,
      overQuota: !(await activity.hasRoom(id, nowMs, quota)),
    })),
  );
  const misses = (await registry.list(account)).flatMap((webhook) => {
    const reason = missReason(webhook, { scope, repo });
    return reason === null ? [] : [{ webhookId: webhook.id, reason }];
  });
  const missed = misses.filter(({ reason }) => reason !== "item");
  const { webhook: _, ...shared } = payload;
  const [first] = webhooks;
  return {
    payload: first === undefined ? shared : { ...shared, webhook: webhookPart(first.id) },
    reached,
    missed,
    others: misses.length - missed.length,
  };
}

/** Creates the `webhook` of a payload. */
function webhookPart(id: string): { readonly id: string; readonly version: number } {
  return { id, version: 3 };
}
