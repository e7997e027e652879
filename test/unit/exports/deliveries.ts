import type { DeliveryDetail } from "../../../src/model/delivery.ts";

/** Creates a delivery as the log returns it, with some fields replaced. */
export function deliveryDetail(over: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const body = over.body ?? Buffer.from('{"repo":{"name":"me/corpus"}}');
  return {
    seq: 41,
    receivedAt: "2026-11-20T09:14:03.218Z",
    route: "inbox",
    method: "POST",
    path: "/webhooks/inbox",
    remote: "127.0.0.1",
    bytes: body.length,
    sha256: "0".repeat(64),
    event: { scope: "repo.content", action: "update" },
    repo: { type: "dataset", name: "me/corpus" },
    webhookId: "6390e855e30d9209411de93b",
    subject: "main@c379e82",
    auth: "ok",
    outcome: "handled",
    schemaValid: true,
    status: 200,
    durationMs: 12.5,
    replayOf: null,
    edited: false,
    duplicateOf: null,
    reason: null,
    nextAttemptAt: null,
    dead: false,
    recovered: false,
    bookmark: null,
    removed: [],
    headers: [["Host", "127.0.0.1:7860"]],
    attempts: [],
    response: null,
    console: [],
    ...over,
    body,
  };
}
