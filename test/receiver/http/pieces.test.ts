import { expect, test } from "vitest";
import { openOurServer } from "../../support/http/echoing-servers.ts";

const chunked = "POST /chunked HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

/** One after the other on a connection, with an empty line where some send one. */
const requests = [
  "POST /length HTTP/1.1\r\nContent-Length: 11\r\n\r\nGET / HTTP/",
  "\r\nHEAD /head HTTP/1.1\r\nX-A: \t1 \r\nX-a:\r\n\r\n",
  `${chunked}2;a="\\""\r\n\r\n\r\n0\r\nX-T: 1\r\n\r\n`,
  "\r\n\nGET /none HTTP/1.1\r\n\r\n",
  "POST /expect HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n\n",
  "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  "GET /last HTTP/1.1\r\nConnection: Close\r\n\r\n",
  "GET /never HTTP/1.1\r\n\r\n",
].join("");

const read = [
  ["POST", "/length", [["Content-Length", "11"]], "GET / HTTP/", true],
  [
    "HEAD",
    "/head",
    [
      ["X-A", "1"],
      ["X-a", ""],
    ],
    "",
    true,
  ],
  ["POST", "/chunked", [["Transfer-Encoding", "chunked"]], "\r\n", true],
  ["GET", "/none", [], "", true],
  [
    "POST",
    "/expect",
    [
      ["Expect", "100-continue"],
      ["Content-Length", "1"],
    ],
    "\n",
    true,
  ],
  ["GET", "/old", [["Connection", "keep-alive"]], "", true],
  ["GET", "/last", [["Connection", "Close"]], "", false],
].map(([method, target, headers, body, staysOpen]) => ({
  request: {
    method,
    target,
    headers: (headers as string[][]).flat(),
    body: Buffer.from(body as string).toString("hex"),
  },
  refusal: null,
  staysOpen,
}));

test("requests are the same however their bytes are cut into two", async () => {
  const ours = await openOurServer();
  const bytes = Buffer.from(requests);
  for (let at = 0; at <= bytes.length; at += 1)
    expect(await ours(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`).toEqual(read);
});

test("requests are the same when each byte comes by itself", async () => {
  const ours = await openOurServer();
  expect(await ours(...Array.from(Buffer.from(requests), (byte) => Buffer.of(byte)))).toEqual(read);
});

test.each([
  ["a head", "GET / HTTP/1.1\r\nX A: 1\r\n\r\n"],
  ["a bare line feed", "GET / HTTP/1.1\r\nX-A: 1\nX-B: 1\r\n\r\n"],
  ["a bare carriage return", "GET / HTTP/1.1\r\nX-A: 1\rX-B: 1\r\n\r\n"],
  ["a byte that is none of a head", "GET / HTTP/1.1\r\nX-A: \0\r\n\r\n"],
  ["what is no method", "get / HTTP/1.1\r\n\r\n"],
  ["chunks", `${chunked}2\r\n{}x\r\n0\r\n\r\n`],
  ["trailers", `${chunked}0\r\nX T: 1\r\n\r\n`],
])(
  "what is broken, %s, is broken however its bytes are cut, and nothing behind it is read",
  async (_, broken) => {
    const ours = await openOurServer();
    const good = "GET / HTTP/1.1\r\n\r\n";
    const bytes = Buffer.from(good + broken + good);
    const outcome = [{ refusal: null }, { refusal: "400", staysOpen: false }];
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await ours(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`).toMatchObject(outcome);
    expect(await ours(...Array.from(bytes, (byte) => Buffer.of(byte)))).toMatchObject(outcome);
  },
);

test("a head is as long as it may be, and no longer, however its bytes are cut", async () => {
  const ours = await openOurServer();
  const start = "GET / HTTP/1.1\r\nX-A: ";
  for (const [length, refusal] of [
    [16_384, null],
    [16_385, "431"],
  ] as const) {
    const bytes = Buffer.from(`${start.padEnd(length, "x")}\r\n\r\n`);
    for (const at of [0, 1, length - 1, length, length + 1, length + 3])
      expect(await ours(bytes.subarray(0, at), bytes.subarray(at))).toMatchObject([{ refusal }]);
  }
});
