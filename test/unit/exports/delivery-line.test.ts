import { hash } from "node:crypto";
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
    const body = bytes();
    const delivery = deliveryDetail({
      body,
      bytes: body.length,
      sha256: hash("sha256", body, "hex"),
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
  const reasonOf = (changed: Record<string, unknown>) =>
    parseDeliveryLine(JSON.stringify({ ...good, ...changed }));
  expect(reasonOf({ more: 1 })).toMatchObject({ seq: good["seq"] });
  expect(parseDeliveryLine("not JSON")).toMatch(/^it is not JSON, or cut off/);
  expect(parseDeliveryLine("{}")).toMatch(/^it is not a delivery/);
  expect(reasonOf({ seq: 1e15 })).toMatch(/^it is not a delivery \(seq: /);
  expect(reasonOf({ seq: 0 })).toMatch(/^it is not a delivery \(seq: /);
  expect(reasonOf({ outcome: "fine" })).toMatch(/^it is not a delivery \(outcome: /);
  expect(reasonOf({ bodyText: undefined })).toMatch(/^it is not a delivery/);
  expect(reasonOf({ bytes: 0, bodyText: "x" })).toBe("it is not a delivery (bytes: its body has 1)");
});

test("the SHA-256 of a whole body is computed, and that of a part is not", () => {
  const body = Buffer.from("body");
  const sha256 = hash("sha256", body, "hex");
  const wrong = deliveryDetail({ body, bytes: 4, sha256: "0".repeat(64) });
  expect(parseDeliveryLine(deliveryLine(wrong))).toMatchObject({ sha256 });
  expect(parseDeliveryLine(deliveryLine({ ...wrong, bytes: 5 }))).toMatchObject({ sha256: wrong.sha256 });
});

test("a line of an older version has no subject", () => {
  const { subject: _, ...old } = JSON.parse(deliveryLine(deliveryDetail())) as Record<string, unknown>;
  expect(parseDeliveryLine(JSON.stringify(old))).toMatchObject({ subject: null });
});

test("a long subject is cut", () => {
  const long = { ...deliveryDetail(), subject: "x".repeat(500) };
  expect(parseDeliveryLine(deliveryLine(long))).toMatchObject({ subject: "x".repeat(120) });
});
