import type { ReadDelivery } from "../../../src/engine/client.ts";
import type { Delivery, DeliveryDetail } from "../../../src/model/delivery.ts";
import { linksIn } from "../../../src/model/payload-links.ts";
import { violationsIn } from "../../../src/model/payload-read.ts";
import type { DeliveryPage } from "../../../src/store/delivery-log.ts";

/** 2026-11-20, 09:14:03.218 UTC. */
export const someMomentMs = Date.UTC(2026, 10, 20, 9, 14, 3, 218);

/** Returns an accepted delivery with these fields replaced. */
export function deliveryOf(seq: number, over: Partial<Delivery> = {}): Delivery {
  return {
    seq,
    receivedAt: new Date(someMomentMs).toISOString(),
    route: "inbox",
    method: "POST",
    path: "/webhooks/inbox",
    remote: "127.0.0.1",
    bytes: 52,
    sha256: "ab".repeat(32),
    event: { scope: "repo.content", action: "update" },
    repo: { type: "dataset", name: `me/repo-${seq}` },
    webhookId: null,
    subject: null,
    auth: "open",
    outcome: "accepted",
    schemaValid: true,
    status: 200,
    durationMs: 1,
    replayOf: null,
    edited: false,
    duplicateOf: null,
    reason: null,
    nextAttemptAt: null,
    dead: false,
    recovered: false,
    eventId: null,
    eventOf: seq,
    latestTry: seq,
    tries: 1,
    handledTries: 0,
    settledBy: null,
    eventState: "received",
    open: false,
    bookmark: null,
    ...over,
  };
}

/** Returns its detail; `text` is the body. */
export function detailOf(seq: number, text: string, over: Partial<DeliveryDetail> = {}): ReadDelivery {
  const body = new TextEncoder().encode(text);
  const detail: DeliveryDetail = {
    ...deliveryOf(seq),
    headers: [["Content-Type", "application/json"]],
    body,
    bytes: body.length,
    attempts: [],
    removed: [],
    response: null,
    console: [],
    ...over,
  };
  return { ...detail, violations: violationsIn(detail), links: linksIn(body) };
}

/** Returns a page of rows from the newest to the oldest seq. */
export function pageOf(newest: number, oldest: number, more = false): DeliveryPage {
  const rows = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) =>
    deliveryOf(newest - index),
  );
  return { rows, more };
}
