import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import { openDirectory } from "../../support/handlers-directory.ts";
import { fateOf, requestHead } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../../support/raw-http.ts";

function withBody(body: Uint8Array, ...lines: readonly string[]): Buffer {
  const head = [...lines, `Content-Length: ${body.length}`, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(requestHead + head), body]);
}

test.each([
  ["gzip", gzipSync("{}")],
  ["deflate", deflateSync("{}")],
  ["br", brotliCompressSync("{}")],
  ["gzip, identity", gzipSync("{}")],
])(
  "a body with Content-Encoding: %s is 415 and says how to send it, not that it is no JSON",
  async (coding, body) => {
    const { answer, closed, rows } = await fateOf(withBody(body, `Content-Encoding: ${coding}`));
    expect(answer).toMatchObject({ status: 415, headers: { "accept-encoding": "identity" } });
    expect(JSON.parse(answer.body)).toEqual({
      error: "The body has a Content-Encoding. Send it without one.",
    });
    expect({ closed, rows }).toEqual({ closed: false, rows: 1 });
  },
);

test("a compressed body that does not say so is no JSON: 400", async () => {
  expect(await fateOf(withBody(gzipSync("{}")))).toMatchObject({ answer: { status: 400 }, rows: 1 });
});

test.each([
  ["a lone continuation byte", [0x22, 0x80, 0x22]],
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a character cut off", [0x22, 0xf0, 0x9f, 0x98, 0x22]],
  ["a code point beyond Unicode", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
])("%s: 400, the bytes kept as they came", async (_, bytes) => {
  const receiver = await openReceiver();
  const body = Uint8Array.from(bytes);
  expect((await rawRequest(receiver.port, withBody(body))).status).toBe(400);
  const [row] = await receiver.rows();
  expect(new Uint8Array(row!.body)).toEqual(body);
});

const depth = 100_000;
const deepArrays = "[".repeat(depth) + "]".repeat(depth);
const deepObjects = `{"a":`.repeat(depth) + "1" + "}".repeat(depth);

test.each([
  ["arrays", deepArrays],
  ["objects", deepObjects],
])("a handler gets 100,000 nested %s; returning them is its failure, with the reason", async (_, body) => {
  const receiver = await openReceiver({
    maxJsonDepth: depth,
    routes: [
      { name: "inbox", action: handlerAction("inbox", (_payload, request) => String(request.body.length)) },
      { name: "echo", action: handlerAction("echo", (payload) => payload) },
    ],
  });
  const bytes = withBody(Buffer.from(body));
  expect(await rawRequest(receiver.port, bytes)).toMatchObject({ status: 200, body: String(body.length) });
  const echo = Buffer.from(bytes.toString().replace("/inbox", "/echo"));
  expect((await rawRequest(receiver.port, echo)).status).toBe(500);
  const row = await receiver.endedRow(2);
  expect(row.reason).toContain("the handler's result cannot be JSON");
});

test("a handler in its thread gets them too, and the thread survives", async () => {
  const directory = await openDirectory({
    "deep.ts": `export default (payload) => {
      let depth = 0;
      for (let value = payload; value !== undefined; value = value[0]) depth += 1;
      return { depth };
    };`,
  });
  const { answer } = await directory.call("deep", { payload: null, body: Buffer.from(deepArrays) });
  expect(answer.body).toBe(`{"depth":${depth}}`);
});

test("__proto__ in a payload is an ordinary key for a handler in its thread", async () => {
  const directory = await openDirectory({
    "proto.ts": `export default (payload) => ({
      own: Object.hasOwn(payload, "__proto__"),
      polluted: {}.polluted ?? null,
      back: payload,
    });`,
  });
  const text = '{"__proto__":{"polluted":1}}';
  const { answer } = await directory.call("proto", { payload: null, body: Buffer.from(text) });
  expect(answer.body).toBe(`{"own":true,"polluted":null,"back":${text}}`);
});

test("a body is assembled from single-byte writes", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  for (const byte of withBody(Buffer.from('{"a":"\u{1F600}"}'))) connection.send(Uint8Array.of(byte));
  expect((await connection.answer()).status).toBe(200);
  const [row] = await receiver.rows();
  expect(Buffer.from(row!.body).toString()).toBe('{"a":"\u{1F600}"}');
});
