import { describe, expect, test } from "vitest";
import type { DeliveryDetail } from "../../src/model/delivery.ts";
import { deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

/** Returns a delivery whose bytes can be compared. */
function withBuffers(delivery: DeliveryDetail | null) {
  if (delivery === null) return null;
  const { body, response } = delivery;
  return {
    ...delivery,
    body: Buffer.from(body),
    response: response && { ...response, body: Buffer.from(response.body) },
  };
}

/** Tests of reading a delivery to send it again. */
export function originalContract(kind: LogKind): void {
  describe("original", () => {
    test("is the delivery as it was received, with its outcome and its attempts in their order", async () => {
      const log = await openLog(kind);
      const pending = { outcome: "pending", status: null, durationMs: null, sha256: true } as const;
      const { seq } = await log.append(deliveryOf("ünïcode\n\u0000", pending));
      const received = await log.original(seq);
      expect(received).toMatchObject({ seq, outcome: "pending", attempts: [], response: null, console: [] });
      expect(Buffer.from(received?.body ?? []).toString()).toBe("ünïcode\n\u0000");
      const attempt = { target: "http://127.0.0.1:1/", startedAt: "2026-01-01T00:00:00.000Z", reply: null };
      await log.addAttempt(seq, { ...attempt, status: null, error: "connection refused", durationMs: 1 });
      await log.addAttempt(seq, { ...attempt, status: 500, error: null, durationMs: 2.5 });
      const response = {
        by: "receiver",
        status: 202,
        contentType: null,
        body: Buffer.from("ü"),
        truncated: false,
      };
      await log.setOutcome(seq, { outcome: "pending", status: null, durationMs: null, response });
      await log.setOutcome(seq, { outcome: "failed", status: 500, durationMs: 7, reason: "it said 500" });
      const original = await log.original(seq);
      expect(original).toMatchObject({
        outcome: "failed",
        status: 500,
        durationMs: 7,
        reason: "it said 500",
      });
      // Only `get` has the current values that depend on other deliveries.
      const event = { eventState: null, open: false };
      expect({ ...withBuffers(original), ...event }).toEqual({
        ...withBuffers(await log.get(seq)),
        ...event,
      });
      expect(await log.original(seq + 1)).toBeNull();
    });
  });
}
