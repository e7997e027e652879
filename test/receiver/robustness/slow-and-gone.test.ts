import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { type RawConnection, rawConnection, rawRequest } from "../../support/raw-http.ts";

/** Sends bytes and half-closes. @returns all bytes received until the receiver closes */
function halfClose(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
    });
    socket.on("end", () => resolve(answer));
    socket.end(bytes);
  });
}

/** Opens a connection that sends a start and then a piece every 10 ms. */
async function drip(port: number, start: string, piece: string): Promise<RawConnection> {
  const connection = await rawConnection(port);
  connection.send(start);
  const timer = setInterval(() => connection.send(piece), 10);
  onTestFinished(() => clearInterval(timer));
  return connection;
}

test("a sender that half-closes after its delivery gets its response, and the connection is closed", async () => {
  const receiver = await openReceiver();
  expect(await halfClose(receiver.port, goodRequest)).toMatch(/^HTTP\/1\.1 200 .*\{"ok":true\}$/s);
  expect(await receiver.rows()).toHaveLength(1);
});

test("a sender that half-closes after several deliveries gets all responses", async () => {
  const receiver = await openReceiver();
  const answers = await halfClose(receiver.port, goodRequest.repeat(3));
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
});

test("half-closing aborts the signal of a running handler, and the sender still gets the response", async () => {
  const action = handlerAction("inbox", async (_payload, { signal }) => {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return String(signal.reason);
  });
  const receiver = await openReceiver({ routes: [{ name: "inbox", action }] });
  expect(await halfClose(receiver.port, goodRequest)).toMatch(/200 .*AbortError: the sender disconnected$/s);
});

test.each([
  ["headers", requestHead],
  ["a body", `${requestHead}Content-Length: 5\r\n\r\n{`],
  ["a chunk", `${requestHead}Transfer-Encoding: chunked\r\n\r\n5\r\n{`],
])("a sender that half-closes in the middle of %s gets 400, and nothing is logged", async (_, bytes) => {
  const receiver = await openReceiver();
  expect(await halfClose(receiver.port, bytes)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await receiver.rows()).toEqual([]);
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
});

test("resets at any point of a request have no effect on others", async () => {
  const receiver = await openReceiver();
  for (let end = 0; end <= goodRequest.length; end += 7) {
    const socket = connect({ port: receiver.port, host: "127.0.0.1" });
    socket.write(goodRequest.slice(0, end));
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    socket.resetAndDestroy();
  }
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  const bodies = (await receiver.rows()).map(({ body }) => Buffer.from(body).toString());
  expect(bodies.filter((body) => body !== "{}")).toEqual([]);
});

test.each([
  ["the bytes of a request line", "POST /", "o"],
  ["those of headers", requestHead, "X"],
  ["those of a body of known length", `${requestHead}Content-Length: 100000\r\n\r\n`, " "],
  ["those of chunks", `${requestHead}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
])("%s, arriving one at a time, are 408 after the timeout", async (_, start, piece) => {
  const receiver = await openReceiver({ headersTimeoutMs: 150, requestTimeoutMs: 300 });
  const connection = await drip(receiver.port, start, piece);
  const answer = await connection.answer();
  expect([answer.status, answer.headers["connection"]]).toEqual([408, "close"]);
  await connection.closed();
  expect(await receiver.rows()).toEqual([]);
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
});

test("an unused connection is closed at the headers timeout", async () => {
  const receiver = await openReceiver({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
  const connection = await rawConnection(receiver.port);
  expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /);
});

test("a slow second request on a connection is 408, as a slow first one", async () => {
  const receiver = await openReceiver({ headersTimeoutMs: 150, requestTimeoutMs: 150 });
  const connection = await rawConnection(receiver.port);
  connection.send(goodRequest + requestHead);
  expect((await connection.answer()).status).toBe(200);
  expect((await connection.answer()).status).toBe(408);
});
