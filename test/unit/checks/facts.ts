import { expect } from "vitest";
import { checkWebhook, healthOf } from "../../../src/checks/check-webhook.ts";
import type { WebhookFacts } from "../../../src/checks/facts.ts";
import type { WebhookActivity } from "../../../src/model/webhook-activity.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { aWebhook } from "../../support/a-webhook.ts";

export const nowMs = Date.parse("2026-11-22T12:00:00Z");

export const webhook = aWebhook({
  id: "65f1c0ffee65f1c0ffee65f1",
  url: "http://127.0.0.1:7860/webhooks/inbox",
  domains: ["repo", "discussion"],
});

/** Returns an activity whose last attempt was 12 seconds ago. */
export function activity(
  last: Partial<NonNullable<WebhookActivity["last"]>>,
  more: Partial<WebhookActivity> = {},
): WebhookActivity {
  const at = new Date(nowMs - 12_000).toISOString();
  return {
    webhookId: webhook.id,
    from: "hub",
    hours: [],
    last: { at, status: 200, error: null, ok: true, durationMs: 40, ...last },
    run: null,
    failures: 0,
    failingSince: null,
    waiting: 0,
    nextAttemptAt: null,
    held: 0,
    triggers: null,
    events: {},
    ...more,
  };
}

/** Returns facts of a webhook without problems, on a local hub, with changes. */
export function factsOf(
  own: Partial<Webhook> = {},
  receiver: Partial<WebhookFacts["receiver"]> = {},
  more: Partial<WebhookFacts> = {},
): WebhookFacts {
  return {
    nowMs,
    webhook: { ...webhook, ...own },
    hub: { name: "local", isLocal: true, reachesLoopback: true },
    receiver: {
      stopped: null,
      id: "c8f0",
      startedAt: new Date(nowMs - 60_000).toISOString(),
      url: "http://127.0.0.1:7860",
      publicUrl: null,
      tunnelUrls: [],
      closedTunnel: { why: null },
      routes: ["inbox", "train"],
      brokenHandlers: [],
      ...receiver,
    },
    activity: activity({}),
    secretAccepted: true,
    failed: null,
    watched: [{ type: "dataset", name: "me/corpus", found: { value: true } }],
    seenEvents: [],
    ...more,
  };
}

/** Hub that is elsewhere. */
export const realHub = { name: "huggingface.co", isLocal: false, reachesLoopback: false } as const;

/** Returns the first failed check with its fix, and the health. */
export function firstFailed(facts: WebhookFacts) {
  const found = checkWebhook(facts).find(({ result }) => result === "failed");
  const { text, tone, failed } = healthOf(facts);
  expect(failed).toBe(found?.id ?? null);
  return { id: found?.id, detail: found?.detail, fix: found?.fix, text, tone };
}

/** Returns the check with this ID. */
export function resultOf(facts: WebhookFacts, wanted: string) {
  return checkWebhook(facts).find(({ id }) => id === wanted);
}
