import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { ReceiverLimits } from "../../src/receiver/limits.ts";
import { markAllDuplicates } from "../../src/store/sqlite/deliveries/search/indexer.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { fullPayload } from "../support/sample-payload.ts";

async function deliver(body: string | Uint8Array<ArrayBuffer>, limits: Partial<ReceiverLimits> = {}) {
  const receiver = await openReceiver(limits);
  const { status } = await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body });
  const [row] = await receiver.rows();
  return { status, row: row! };
}

test("unknown fields, scopes and kinds are accepted and passed on", async () => {
  const payload = {
    ...fullPayload("kernel.build", "finish"),
    extra: { deep: [1] },
    repo: { ...(fullPayload()["repo"] as object), type: "kernel" },
  };
  const { status, row } = await deliver(JSON.stringify(payload));
  expect(status).toBe(200);
  expect(row).toMatchObject({
    outcome: "accepted",
    schemaValid: true,
    event: { scope: "kernel.build", action: "finish" },
    repo: { type: "kernel", name: "me/corpus" },
  });
  expect(JSON.parse(Buffer.from(row.body).toString())).toEqual(payload);
});

test.each([
  ["an object without an event", '{"repo":{"type":"model","name":"a/b"}}'],
  ["an array", "[]"],
  ["null", "null"],
  ["a number", "1e400"],
  ["a text", '"{}"'],
])("%s lacks what the schema requires: accepted and marked", async (_, body) => {
  const { status, row } = await deliver(body);
  expect(status).toBe(200);
  expect(row).toMatchObject({ outcome: "accepted", schemaValid: false, event: null });
});

test.each([
  ["nothing at all", new Uint8Array()],
  ["only white space", Buffer.from(" \n")],
  ["JSON with bytes that are not UTF-8", Buffer.from('{"a":"\xff"}', "latin1")],
  ["JSON in UTF-16", Buffer.from("{}", "utf16le")],
  ["two documents", Buffer.from("{}{}")],
])("%s is not JSON: 400", async (_, body) => {
  const { status, row } = await deliver(body);
  expect(status).toBe(400);
  expect(row).toMatchObject({ outcome: "rejected", bytes: body.length });
});

test("100,000 nested arrays are valid JSON if the limit allows them", async () => {
  const body = "[".repeat(100_000) + "]".repeat(100_000);
  const { status, row } = await deliver(body, { maxJsonDepth: 100_000 });
  expect(status).toBe(200);
  expect(row.bytes).toBe(200_000);
});

test("a __proto__ in the payload is an ordinary key and reaches no prototype", async () => {
  const { status, row } = await deliver(
    '{"__proto__":{"event":{"scope":"repo","action":"create"},"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
  expect(status).toBe(200);
  expect(row).toMatchObject({ event: null, schemaValid: false });
  expect({}).not.toHaveProperty("polluted");
});

test("the body is kept byte for byte with its hash", async () => {
  const body = Buffer.from(' {"a" : "é\\u0000 \u{1F600}",\r\n\t"a":2}\n');
  const { row } = await deliver(body);
  expect(Buffer.from(row.body)).toEqual(body);
  expect(row.sha256).toBe(createHash("sha256").update(body).digest("hex"));
});

test("a sender's webhook-id marks the second delivery with it on the same route as a duplicate, and only there", async () => {
  const receiver = await openReceiver({ routes: ["inbox", "train"] });
  for (const route of ["inbox", "train", "inbox"]) {
    const headers = { "webhook-id": "msg_1" };
    await fetch(`${receiver.url}/webhooks/${route}`, { method: "POST", body: "{}", headers });
  }
  await markAllDuplicates(receiver.dataDir, receiver.log);
  expect((await receiver.rows()).map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, 1]);
});
