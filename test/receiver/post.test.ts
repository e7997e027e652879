import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { post } from "../../src/http/post.ts";

/** Starts a server that calls `say` when the first bytes arrive. */
async function rawTarget(say: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const body = Buffer.from("{}");

function send(target: string, timeoutMs = 10_000, maxResponseBytes = 1_000_000) {
  return post({ target, headers: [], body }, { timeoutMs, maxResponseBytes });
}

test("a target that never responds is given up after the timeout", async () => {
  const target = await rawTarget(() => {});
  const before = Date.now();
  const posted = await send(target, 50);
  expect(posted).toMatchObject({
    target,
    response: null,
    error: "no response within 0.05 s",
    timedOut: true,
    aborted: false,
  });
  expect(posted.durationMs).toBeGreaterThan(0);
  expect(posted.startedAtMs).toBeGreaterThanOrEqual(before);
});

test("a status stands even if the rest of the response never arrives", async () => {
  const half = "HTTP/1.1 202 OK\r\nContent-Length: 9\r\n\r\nhal";
  const partial = { status: 202, body: Buffer.from("hal"), missing: "end" };
  const broken = await rawTarget((socket) => void socket.end(half));
  expect(await send(broken)).toMatchObject({ response: partial, error: null });
  const hanging = await rawTarget((socket) => void socket.write(half));
  expect(await send(hanging, 1_000)).toMatchObject({ response: partial, error: null, timedOut: false });
});

test("an endless response is read up to the limit", async () => {
  const target = await rawTarget((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = (): void => {
      while (socket.writable && socket.write("x".repeat(65_536)));
    };
    socket.on("drain", more);
    more();
  });
  const { response } = await send(target, 10_000, 100_000);
  expect(response).toMatchObject({ status: 200, missing: "excess" });
  expect(response?.body.length).toBe(100_000);
});

test("a response that is not HTTP is an error without a status", async () => {
  const target = await rawTarget((socket) => socket.end("220 mail.example ESMTP\r\n"));
  const posted = await send(target);
  expect(posted).toMatchObject({ response: null, unreadable: true });
  expect(posted.error).toContain("Parse Error");
});

test("an aborted signal ends the request", async () => {
  const target = await rawTarget(() => {});
  const signal = AbortSignal.timeout(50);
  const posted = await post({ target, headers: [], body }, { timeoutMs: 10_000, signal });
  expect(posted).toMatchObject({ response: null, aborted: true, timedOut: false });
});

test("a signal that is already aborted sends nothing", async () => {
  let connections = 0;
  const target = await rawTarget(() => void (connections += 1));
  const signal = AbortSignal.abort();
  const posted = await post({ target, headers: [], body }, { timeoutMs: 10_000, signal });
  expect(posted).toMatchObject({ response: null, error: "canceled", aborted: true, connected: false });
  expect(connections).toBe(0);
});

test("an IPv6 address, a query and a port reach the target as written", async () => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", (chunk) => {
      seen.push(...chunk.toString("latin1").split("\r\n").slice(0, 2));
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const posted = await send(`http://[::1]:${port}/a%20b?x=1&x=2#end`);
  expect(posted.response?.status).toBe(200);
  expect(seen).toEqual(["POST /a%20b?x=1&x=2 HTTP/1.1", `Host: [::1]:${port}`]);
});
