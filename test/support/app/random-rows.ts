import type { Delivery } from "../../../src/model/delivery.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { deliveryOf, someMomentMs } from "./deliveries.ts";
import type { RandomValues } from "./random-values.ts";

export function randomDelivery({ random, text, coin, maybe }: RandomValues, seq: number): Delivery {
  return deliveryOf(seq, {
    receivedAt: coin() ? new Date(someMomentMs - random.below(1e9)).toISOString() : text(10),
    route: maybe(text(20)),
    method: text(10),
    path: text(),
    remote: text(20),
    event: maybe({ scope: text(20), action: text(10) }),
    repo: maybe({ type: text(8), name: text() }),
    webhookId: maybe(text(24)),
    subject: maybe(text(40)),
    auth: random.pick(["ok", "missing", "wrong", "open"] as const),
    outcome: random.pick(["pending", "accepted", "rejected", "handled", "failed", "interrupted"] as const),
    schemaValid: maybe(coin()),
    status: maybe(random.below(1_000)),
    durationMs: maybe(random.below(1e7)),
    replayOf: maybe(random.below(1e6)),
    edited: coin(),
    bookmark: maybe(text()),
    duplicateOf: maybe(random.below(1e6)),
    reason: maybe(text()),
    nextAttemptAt: maybe(new Date(someMomentMs + random.below(1e9)).toISOString()),
    dead: coin(),
  });
}

export function randomWebhook({ text, coin, maybe, many }: RandomValues, index: number): Webhook {
  return {
    id: text(24) || `${index}`,
    url: maybe(text()),
    job: { id: coin() ? text(24) : null },
    watched: many(4, () => ({ type: text(8), name: text() })),
    domains: many(2, () => text(12)),
    secret: maybe(text()),
    status: coin() ? "enabled" : "disabled",
    disabled: coin(),
    suspended: coin(),
  };
}
