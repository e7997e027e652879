import type { NewDelivery } from "../../src/model/delivery.ts";

/** Creates a delivery as the receiver appends it to the log, with some fields replaced. */
export function newDelivery(over: Partial<NewDelivery> = {}): NewDelivery {
  const body = new TextEncoder().encode('{"event":{"action":"update","scope":"repo.content"}}');
  return {
    receivedAtMs: Date.UTC(2026, 10, 20, 9, 14, 3, 218),
    route: "inbox",
    method: "POST",
    path: "/webhooks/inbox",
    remote: "127.0.0.1",
    headers: [["Content-Type", "application/json"]],
    body,
    bytes: body.byteLength,
    sha256: null,
    event: { scope: "repo.content", action: "update" },
    repo: null,
    webhookId: null,
    subject: null,
    auth: "open",
    outcome: "accepted",
    schemaValid: true,
    status: 200,
    durationMs: 1,
    replayOf: null,
    edited: false,
    reason: null,
    response: null,
    dedupeKey: null,
    dedupeWithinMs: null,
    ...over,
  };
}
