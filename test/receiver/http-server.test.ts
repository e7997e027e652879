import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/http/listen.ts";
import type { ActionResponse } from "../../src/receiver/action.ts";
import type { HttpExchange } from "../../src/receiver/http-exchange.ts";
import { type HttpServer, createHttpServer } from "../../src/receiver/http-server.ts";
import { type ReceiverLimits, defaultLimits } from "../../src/receiver/limits.ts";
import { type RawConnection, rawConnection } from "../support/raw-http.ts";

const get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** Larger than the socket buffers of the system. */
const large = "x".repeat(32 * 1_048_576);

function text(body: string): ActionResponse {
  return { status: 200, headers: [], body };
}

async function openServer(
  take: (exchange: HttpExchange) => void,
  limits: Partial<ReceiverLimits> = {},
): Promise<HttpServer & { readonly port: number }> {
  const http = createHttpServer({ limits: { ...defaultLimits(), ...limits }, take });
  const port = await listen(http.server, "127.0.0.1", 0);
  onTestFinished(() => http.close(0));
  return { ...http, port };
}

/** Creates a sender that reads only after `resume`. */
function pausedSender(port: number, bytes: string): Socket {
  const sender = connect(port, "127.0.0.1").pause();
  onTestFinished(() => void sender.destroy());
  // The test checks the bytes received before the reset.
  sender.on("error", () => {});
  sender.write(bytes);
  return sender;
}

async function send(port: number, bytes: string): Promise<RawConnection> {
  const connection = await rawConnection(port);
  connection.send(bytes);
  return connection;
}

test("a closing server finishes a response that is being sent", async () => {
  const answered = Promise.withResolvers<void>();
  const http = await openServer((exchange) => {
    exchange.respond(text(large));
    answered.resolve();
  });
  const sender = pausedSender(http.port, get);
  await answered.promise;
  const closing = http.close(20_000);
  await Promise.all([once(sender.resume(), "end"), closing]);
  expect(sender.bytesRead).toBeGreaterThan(large.length);
});

test("a closing server closes idle and unused connections immediately", async () => {
  const http = await openServer((exchange) => exchange.respond(text("ok")));
  const idle = await send(http.port, get);
  expect((await idle.answer()).headers["connection"]).toBe("keep-alive");
  const fresh = await rawConnection(http.port);
  // The server has accepted the previous connection, and one turn later this one.
  await (await send(http.port, get)).answer();
  await http.close(60_000);
  expect([await idle.closed(), await fresh.closed()]).toEqual(["", ""]);
});

test("a closing server sends Connection: close with pending responses and ends with the last", async () => {
  const taken = Promise.withResolvers<HttpExchange>();
  const http = await openServer(taken.resolve);
  const connection = await send(http.port, get);
  const exchange = await taken.promise;
  const closing = http.close(60_000);
  exchange.respond(text("late"));
  expect(await connection.answer()).toMatchObject({ headers: { connection: "close" }, body: "late" });
  await closing;
});

test.each([
  ["that is kept open", get],
  ["that closes", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
])(
  "on a connection %s a sender that reads nothing of its response is cut off, a slow one is not",
  async (_, request) => {
    const gone: Promise<void>[] = [];
    const http = await openServer(
      (exchange) => {
        gone.push(new Promise((resolve) => void exchange.whenGone(resolve)));
        exchange.respond(text(large));
      },
      { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000, keepAliveTimeoutMs: 100 },
    );
    const slow = pausedSender(http.port, request);
    const reading = setInterval(() => slow.read(), 5);
    onTestFinished(() => clearInterval(reading));
    await once(slow, "end");
    expect(slow.bytesRead).toBeGreaterThan(large.length);
    const stuck = pausedSender(http.port, request);
    while (gone.length < 2) await setImmediate();
    await gone[1];
    stuck.resume();
    await new Promise((resolve) => stuck.once("close", resolve));
    expect(stuck.bytesRead).toBeLessThan(large.length);
  },
);

test.each([
  ["in chunks", "Transfer-Encoding: chunked"],
  ["of more than is read over", "Content-Length: 65537"],
  ["that waits for a 100", "Content-Length: 5\r\nExpect: 100-continue"],
  ["that waits for what nobody grants", "Content-Length: 5\r\nExpect: a miracle"],
])("a response to an unread body %s is the last on its connection", async (_, header) => {
  const http = await openServer((exchange) => exchange.respond(text("early")));
  const connection = await send(http.port, `POST / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
  expect(await connection.answer()).toMatchObject({ headers: { connection: "close" }, body: "early" });
  expect(await connection.closed()).toBe("");
});

test("no request is accepted after the last response", async () => {
  const targets: string[] = [];
  const http = await openServer((exchange) => {
    targets.push(exchange.target);
    exchange.respond(text("early"));
  });
  const body = `5\r\nhello\r\n0\r\n\r\n${get}`;
  const connection = await send(
    http.port,
    `POST /first HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  await connection.answer();
  connection.send(body);
  expect(await connection.closed()).toBe("");
  expect(targets).toEqual(["/first"]);
});

test("the next request follows a small unread body", async () => {
  const targets: string[] = [];
  const http = await openServer((exchange) => {
    targets.push(exchange.target);
    exchange.respond(text(exchange.target));
  });
  const connection = await send(
    http.port,
    `POST /first HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${get.length}\r\n\r\n`,
  );
  expect((await connection.answer()).body).toBe("/first");
  connection.send(get + get);
  expect((await connection.answer()).body).toBe("/");
  expect(targets).toEqual(["/first", "/"]);
});

test.each([
  ["a broken body", "zz\r\n"],
  ["the end of the sender in the middle of it", null],
])("a request gets only one response: not another by %s", async (_, rest) => {
  const taken = Promise.withResolvers<void>();
  const http = await openServer((exchange) => {
    exchange.readBody(
      4,
      () => {},
      () => {},
    );
    exchange.respond(text("once"));
    exchange.respond(text("twice"));
    taken.resolve();
  });
  const sender = connect({ port: http.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void sender.destroy());
  let back = "";
  sender.setEncoding("latin1").on("data", (part: string) => {
    back += part;
  });
  sender.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{");
  await taken.promise;
  if (rest === null) sender.end();
  else sender.write(rest);
  await once(sender, "end");
  expect(back.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
});

test("a small body that stalls after its response closes the connection at the timeout, without another response", async () => {
  const http = await openServer((exchange) => exchange.respond(text("early")), {
    headersTimeoutMs: 200,
    requestTimeoutMs: 200,
  });
  const connection = await send(http.port, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel");
  expect(await connection.answer()).toMatchObject({ headers: { connection: "keep-alive" }, body: "early" });
  expect(await connection.closed()).toBe("");
});

test.each([
  ["a status that is none of an answer", { status: 101, headers: [], body: "" }],
  ["a header that is none", { status: 200, headers: ["X A", "1"], body: "" }],
  ["a line break in a header", { status: 200, headers: ["X-A", "1\r\nX-B: 2"], body: "" }],
])("an unsendable response, %s, becomes a 500", async (_, answer) => {
  const http = await openServer((exchange) => exchange.respond(answer));
  const connection = await send(http.port, get);
  expect(await connection.answer()).toMatchObject({
    status: 500,
    body: '{"error":"The response could not be sent."}',
  });
});

test("a status without a body is sent without one", async () => {
  const http = await openServer((exchange) =>
    exchange.respond({ status: 204, headers: ["X-A", "1"], body: "ignored" }),
  );
  const connection = await send(http.port, get);
  const { status, headers, body } = await connection.answer();
  expect([status, headers["x-a"], headers["content-length"], body]).toEqual([204, "1", undefined, ""]);
});
