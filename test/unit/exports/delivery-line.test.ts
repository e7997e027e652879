import { expect, test } from "vitest";
import { deliveryLine } from "../../../src/exports/delivery-line.ts";
import { parseDeliveryLine } from "../../../src/exports/parse-delivery-line.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";
import { deliveryDetail } from "./deliveries.ts";

test("a line gives back the delivery, with the exact bytes of every body", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 300; round += 1) {
    const bytes = (): Buffer =>
      round % 2 === 0
        ? Buffer.from(hostileText(random, 40).toWellFormed())
        : Buffer.from(Array.from({ length: random.below(40) }, () => random.below(256)));
    const delivery = deliveryDetail({
      body: bytes(),
      path: `/${hostileText(random, 10).toWellFormed()}`,
      headers: [["X", hostileText(random, 10).toWellFormed()]],
      console: [hostileText(random, 10).toWellFormed()],
      response: { by: "receiver", status: 200, contentType: null, body: bytes(), truncated: round % 3 === 0 },
      attempts: [
        {
          target: "http://localhost/",
          startedAt: "2026-11-20T09:14:03.218Z",
          status: 500,
          error: null,
          durationMs: 1.5,
          reply: { headers: [["A", "b"]], body: bytes() },
        },
      ],
    });
    const line = deliveryLine(delivery);
    expect(line).not.toMatch(/[\n\u2028]/);
    const { removed: _, ...stored } = delivery;
    expect(parseDeliveryLine(line)).toEqual(stored);
  }
});

test("other lines are refused", () => {
  const good = JSON.parse(deliveryLine(deliveryDetail())) as Record<string, unknown>;
  expect(parseDeliveryLine(JSON.stringify({ ...good, more: 1 }))).not.toBeNull();
  expect(parseDeliveryLine("not JSON")).toBeNull();
  expect(parseDeliveryLine("{}")).toBeNull();
  expect(parseDeliveryLine(JSON.stringify({ ...good, seq: 1e15 }))).toBeNull();
  expect(parseDeliveryLine(JSON.stringify({ ...good, outcome: "fine" }))).toBeNull();
  expect(parseDeliveryLine(JSON.stringify({ ...good, bodyText: undefined }))).toBeNull();
});

test("a line of an older version has no subject", () => {
  const { subject: _, ...old } = JSON.parse(deliveryLine(deliveryDetail())) as Record<string, unknown>;
  expect(parseDeliveryLine(JSON.stringify(old))?.subject).toBeNull();
});

test("a long subject is cut", () => {
  const long = { ...deliveryDetail(), subject: "x".repeat(500) };
  expect(parseDeliveryLine(deliveryLine(long))?.subject).toBe("x".repeat(120));
});
