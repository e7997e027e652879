import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, onTestFinished, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";

/** Diagnostics channel on which Node publishes after the head of a response is read. */
const responseRead = "http.client.response.finish";

test("the target's answer is passed back as it is, without what is of its connection", async () => {
  const said = rawAnswer(207, "\u00ff\u0000bytes", [
    "Set-Cookie: a=1",
    "X-One: 1",
    "set-cookie: b=2",
    "Connection: keep-alive, x-hop",
    "X-Hop: 1",
    "Keep-Alive: timeout=5",
  ]);
  const target = await rawTarget((socket) => socket.write(said, "latin1"));
  const { deliver } = await forwarding(target.url);
  const { answer, end, attempts } = deliver();
  const { status, headers, body } = await answer;
  expect({ status, headers, body: Buffer.from(body).toString("latin1") }).toEqual({
    status: 207,
    headers: ["Set-Cookie", "a=1", "X-One", "1", "set-cookie", "b=2"],
    body: "\u00ff\u0000bytes",
  });
  expect(await end).toEqual({ outcome: "handled", status: 207 });
  expect(attempts).toEqual([
    {
      target: target.url,
      startedAt: "2026-11-20T12:00:00.000Z",
      status: 207,
      error: null,
      durationMs: expect.any(Number),
      reply: {
        headers: [
          ["Set-Cookie", "[redacted]"],
          ["X-One", "1"],
          ["set-cookie", "[redacted]"],
          ["Connection", "keep-alive, x-hop"],
          ["X-Hop", "1"],
          ["Keep-Alive", "timeout=5"],
          ["Content-Length", "7"],
        ],
        body: Buffer.from("\u00ff\u0000bytes", "latin1"),
      },
    },
  ]);
});

test.each([
  [500, "failed"],
  [404, "failed"],
  [302, "failed"],
  [304, "failed"],
  [204, "handled"],
])(
  "an answer of %i is final: passed back, not followed, not tried again, the row %s",
  async (status, outcome) => {
    const target = await rawTarget((socket) => socket.write(rawAnswer(status, "", ["Location: /elsewhere"])));
    const { deliver, clock } = await forwarding(target.url);
    const { answer, end } = deliver();
    expect(await answer).toMatchObject({ status, headers: ["Location", "/elsewhere"], text: "" });
    expect(await end).toEqual({ outcome, status });
    clock.advance(60_000);
    expect(target.requests).toHaveLength(1);
  },
);

test("what comes before the answer, such as 100 Continue and 103, is not the answer", async () => {
  const target = await rawTarget((socket) =>
    socket.write(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${rawAnswer(201, "made")}`,
    ),
  );
  const { deliver } = await forwarding(target.url);
  expect(await deliver().answer).toMatchObject({ status: 201, text: "made" });
});

test("a chunked answer, and one that ends with its connection, are passed back whole", async () => {
  const answers = [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end",
  ];
  const target = await rawTarget((socket, _, index) => {
    if (index === 0) socket.write(answers[0]!);
    else socket.end(answers[1]!);
  });
  const { deliver } = await forwarding(target.url);
  expect(await deliver().answer).toMatchObject({ status: 200, headers: [], text: "abcde" });
  expect(await deliver().answer).toMatchObject({
    headers: ["Content-Type", "text/plain"],
    text: "until the end",
  });
});

test("an answer that breaks off counts by its status, and the sender is told that it cannot be passed on", async () => {
  const target = await rawTarget((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", () => socket.resetAndDestroy());
  });
  const { answer, end, attempts } = (await forwarding(target.url)).deliver();
  const { status, text } = await answer;
  expect(status).toBe(502);
  expect(JSON.parse(text)).toEqual({
    error: "The forward target's response (200) cannot be passed on: its end is missing.",
  });
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(attempts).toMatchObject([{ status: 200, error: null }]);
  expect(target.requests).toHaveLength(1);
});

test("of an answer of 5 MiB all is passed back and 20 kB are kept; one byte more cannot be passed on", async () => {
  const most = 5 * 1_048_576;
  const target = await rawTarget((socket, _, index) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${most + index}\r\n\r\n`);
    socket.write(Buffer.alloc(most + index, "x"));
  });
  const { deliver } = await forwarding(target.url);
  const whole = deliver();
  expect((await whole.answer).body).toHaveLength(most);
  const larger = deliver();
  const { status, text } = await larger.answer;
  expect([status, text]).toEqual([502, expect.stringContaining("it is larger than 5 MiB")]);
  expect(await larger.end).toEqual({ outcome: "handled", status: 200 });
  for (const { attempts } of [whole, larger]) expect(attempts[0]!.reply!.body).toHaveLength(20_000);
  // A view would retain the whole body.
  expect(whole.attempts[0]!.reply!.body.buffer.byteLength).toBe(20_000);
});

test("an answer with a status nothing ends with is not passed on", async () => {
  const target = await rawTarget((socket) => socket.write("HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n"));
  const { answer, end } = (await forwarding(target.url)).deliver();
  expect(await answer).toMatchObject({ status: 502 });
  expect(await end).toEqual({ outcome: "failed", status: 99 });
});

test("the sender is told after 9.5 s that the target has not answered yet; what it answers later ends the row", async () => {
  let finish: () => void = () => {};
  const target = await rawTarget((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
    finish = () => socket.write("k");
  });
  const { deliver, clock } = await forwarding(target.url);
  const { answer, end, attempts } = deliver();
  let told = false;
  void answer.then(() => (told = true));
  await target.received(1);
  clock.advance(9_499);
  await new Promise(setImmediate);
  expect(told).toBe(false);
  clock.advance(1);
  const { status, headers, text } = await answer;
  expect([status, headers]).toEqual([202, ["Content-Type", "application/json"]]);
  expect(JSON.parse(text)).toEqual({ ok: true, message: expect.stringContaining("is being handled") });
  expect(attempts).toEqual([]);
  finish();
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(attempts).toMatchObject([{ status: 200, reply: { body: Buffer.from("ok") } }]);
});

test("an answer that never comes to its end is given up after 30 s, and its status stands", async () => {
  const target = await rawTarget((socket) => socket.write("HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\n"));
  const headRead = new Promise((resolve) => {
    subscribe(responseRead, resolve);
    onTestFinished(() => void unsubscribe(responseRead, resolve));
  });
  const { deliver, clock } = await forwarding(target.url);
  const { end, attempts } = deliver();
  await headRead;
  clock.advance(30_000);
  expect(await end).toEqual({ outcome: "failed", status: 500 });
  expect(attempts).toMatchObject([{ status: 500, error: null }]);
});

test("a sender that goes away changes nothing: the delivery is forwarded", async () => {
  let finish: () => void = () => {};
  const target = await rawTarget((socket) => {
    finish = () => socket.write(rawAnswer(200));
  });
  const { end, leave } = (await forwarding(target.url)).deliver();
  await target.received(1);
  leave();
  finish();
  expect(await end).toEqual({ outcome: "handled", status: 200 });
});
