import type { DeliveryDetail } from "../../../src/model/delivery.ts";
import { deliveryOf } from "../../support/app/deliveries.ts";

/** Creates a delivery as the log returns it, with some fields replaced. */
export function deliveryDetail(over: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const body = over.body ?? Buffer.from('{"repo":{"name":"me/corpus"}}');
  return {
    ...deliveryOf(41),
    bytes: body.length,
    sha256: "0".repeat(64),
    repo: { type: "dataset", name: "me/corpus" },
    webhookId: "6390e855e30d9209411de93b",
    subject: "main@c379e82",
    auth: "ok",
    outcome: "handled",
    durationMs: 12.5,
    removed: [],
    headers: [["Host", "127.0.0.1:7860"]],
    attempts: [],
    response: null,
    console: [],
    ...over,
    body,
  };
}
