import { MsgHdrsImpl } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import {
  decodeDelivery,
  deliveryHeader,
  encodeDelivery,
} from "../../../../src/store/nats/messages/delivery.ts";
import { decodeEvent, encodeEvent, type LogEvent } from "../../../../src/store/nats/messages/event.ts";
import { newDelivery } from "../../../support/new-delivery.ts";

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

/** Returns a message whose header went through the encoding of the client. */
function message(header: string, data: Uint8Array = bytes) {
  const sent = new MsgHdrsImpl();
  sent.set(deliveryHeader, header);
  return { headers: MsgHdrsImpl.decode(sent.encode()), data };
}

const data = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a delivery survives as header and data", () => {
  const delivery = newDelivery({
    body: bytes,
    bytes: 256,
    sha256: true,
    headers: [
      ["X-One", "ä\r\n\u2028"],
      ["X-One", ""],
    ],
    repo: { type: "model", name: "me/\ud800" },
    subject: "日本\n語",
    response: { by: "receiver", status: 500, contentType: null, body: bytes, truncated: true },
    replayOf: 7,
    dedupeKey: "key",
    dedupeWithinMs: 600_000,
  });
  const { header, data } = encodeDelivery(delivery, "receiver-1");
  expect(data).toBe(bytes);
  const read = decodeDelivery(message(header, data));
  expect(read?.receiver).toBe("receiver-1");
  expect(read?.delivery).toEqual({
    ...delivery,
    response: { ...delivery.response, body: Buffer.from(bytes) },
  });
});

test.each([50_000, 70_000, 1_000_000])("a name of %i characters survives", (length) => {
  const delivery = newDelivery({ repo: { type: "model", name: "ü".repeat(length) } });
  const { header, data } = encodeDelivery(delivery, "receiver-1");
  expect(Buffer.byteLength(header)).toBeLessThan(65_000);
  // The client passes data as it has received it: not as a Buffer.
  const read = decodeDelivery(message(header, new Uint8Array(data)));
  expect(read).toEqual({ receiver: "receiver-1", delivery });
});

test("messages of other programs are no deliveries and no events", () => {
  expect(decodeDelivery(message(""))).toBeNull();
  expect(decodeDelivery(message("{}"))).toBeNull();
  expect(decodeDelivery(message("["))).toBeNull();
  expect(decodeDelivery(message("7"))).toBeNull();
  expect(decodeDelivery(message("-1e99"))).toBeNull();
  expect(decodeEvent(bytes)).toBeNull();
  expect(decodeEvent(data('{"kind":"outcome","seq":1}'))).toBeNull();
  expect(decodeEvent(data('{"kind":"other","seq":1}'))).toBeNull();
});

const startedAt = "2026-11-20T09:14:03.218Z";
const attempt = {
  target: "http://a/",
  startedAt,
  status: null,
  error: "refused",
  durationMs: 3,
  reply: null,
};
const update = {
  outcome: "failed" as const,
  status: 500,
  durationMs: 12,
  reason: "it said no",
  response: { by: "http://a/", status: 500, contentType: "a/b", body: Buffer.from(bytes), truncated: false },
  console: ["one", "two"],
};

test.each<LogEvent>([
  { kind: "outcome", seq: 3, update },
  { kind: "attempt", seq: 3, attempt },
  {
    kind: "attempt",
    seq: 3,
    attempt: { ...attempt, reply: { headers: [["A", "b"]], body: Buffer.from(bytes) } },
  },
  { kind: "job", seq: 3, job: { id: 9, dueAtMs: 1000 } },
  { kind: "job", seq: 3, job: { id: 9, leased: true } },
  { kind: "job", seq: 3, job: { id: 9, dead: true } },
  { kind: "job", seq: 3, job: null },
])("an event survives: %j", (event) => {
  expect(decodeEvent(data(encodeEvent(event)))).toEqual(event);
});

test("an outcome without details clears the reason and keeps the response", () => {
  const event: LogEvent = {
    kind: "outcome",
    seq: 3,
    update: { outcome: "handled", status: 200, durationMs: 1 },
  };
  expect(decodeEvent(data(encodeEvent(event)))).toEqual({
    ...event,
    update: { ...event.update, reason: null, response: null, console: [] },
  });
});
