import { expect, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";

test("headers go on in their order, case and number, the body byte for byte, the secret live", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(`${target.url}/hook`);
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const { end } = deliver({
    headers: [
      ["host", "hub.example"],
      ["X-B", "1"],
      ["x-b", "two"],
      ["User-Agent", "hub"],
      ["X-Webhook-Secret", "s3cret"],
      ["Authorization", "Bearer t"],
      ["X-B", "1"],
      ["x-latin", "caf\u00e9\ttab"],
      ["X-Empty", ""],
      ["Content-Length", "256"],
      ["X-Literal", "[redacted]"],
    ],
    body,
  });
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  const [request] = target.requests;
  expect(request!.head).toEqual([
    "POST /hook HTTP/1.1",
    `Host: 127.0.0.1:${target.port}`,
    "X-B: 1",
    "x-b: two",
    "User-Agent: hub",
    "X-Webhook-Secret: s3cret",
    "Authorization: Bearer t",
    "X-B: 1",
    "x-latin: caf\u00e9\ttab",
    "X-Empty: ",
    "X-Literal: [redacted]",
    "Content-Length: 256",
    "Connection: keep-alive",
  ]);
  expect(Buffer.from(request!.body, "latin1").equals(body)).toBe(true);
});

test("what is of the sender's connection stays there: chunks, trailers, expectations, and what Connection names", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(target.url);
  const { end } = deliver({
    headers: [
      ["Transfer-Encoding", "chunked"],
      ["Trailer", "X-Sum"],
      ["Expect", "100-continue"],
      ["Connection", "close, X-Hop"],
      ["X-Hop", "1"],
      ["Keep-Alive", "timeout=5"],
      ["TE", "trailers"],
      ["Upgrade", "h2c"],
      ["Proxy-Authorization", "Basic eA=="],
      ["X-Stays", "1"],
    ],
    body: Buffer.from("[1]"),
  });
  await end;
  expect(target.requests[0]).toEqual({
    head: [
      "POST / HTTP/1.1",
      `Host: 127.0.0.1:${target.port}`,
      "X-Stays: 1",
      "Content-Length: 3",
      "Connection: keep-alive",
    ],
    body: "[1]",
  });
});

test("of a replay the redacted headers that nobody could put in again are left out", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(target.url);
  const headers = [
    ["X-Webhook-Secret", "again"],
    ["Authorization", "[redacted]"],
  ] as const;
  await deliver({ replayOf: 1, headers }).end;
  expect(target.requests[0]!.head.slice(2, 3)).toEqual(["X-Webhook-Secret: again"]);
  expect(target.requests[0]!.head.join("\n")).not.toContain("Authorization");
});

test.each([
  ["/hook", "/webhooks/inbox", "/hook"],
  ["/hook", "/webhooks/other/deep?", "/hook"],
  ["/hook", "/webhooks/inbox?x=1&x=%20#f", "/hook?x=1&x=%20"],
  ["/hook?a=1", "/webhooks/inbox?x=?&y", "/hook?a=1&x=?&y"],
  ["/hook?a=1", "http://hub.example/webhooks/inbox", "/hook?a=1"],
  ["", "/webhooks/inbox?caf\u00c3\u00a9", "/?caf%C3%A9"],
])("target %s, request %s: it is posted to %s", async (path, requested, posted) => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(target.url + path);
  const { end, attempts } = deliver({ target: requested });
  await end;
  expect(target.requests[0]!.head[0]).toBe(`POST ${posted} HTTP/1.1`);
  expect(attempts.map(({ target }) => new URL(target).href)).toEqual([target.url + posted]);
});

test("a body of 5 MB arrives whole", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(target.url);
  const body = Buffer.alloc(5_000_000, "0123456789abcdef-");
  expect(await deliver({ body }).end).toEqual({ outcome: "handled", status: 200 });
  expect(target.requests[0]!.body).toBe(body.toString("latin1"));
});
