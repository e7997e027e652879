import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../src/receiver/send.ts";

/** A server that says what it is told to, as soon as anything comes. */
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

test("a target that never answers is given up when the time is over, and the attempt says how long that was", async () => {
  const target = await rawTarget(() => {});
  const attempt = await send({ target, headers: [], body }, undefined, 50);
  expect(attempt).toMatchObject({ target, status: null, error: "no answer within 0.05 s" });
  expect(attempt.durationMs).toBeGreaterThan(0);
  expect(new Date(attempt.startedAt).toISOString()).toBe(attempt.startedAt);
});

test("a status that has come stands, also when the rest of the answer never does", async () => {
  const half = "HTTP/1.1 202 OK\r\nContent-Length: 9\r\n\r\nhal";
  const broken = await rawTarget((socket) => void socket.end(half));
  expect(await send({ target: broken, headers: [], body })).toMatchObject({ status: 202, error: null });
  const hanging = await rawTarget((socket) => void socket.write(half));
  const inTime = await send({ target: hanging, headers: [], body }, undefined, 1_000);
  expect(inTime).toMatchObject({ status: 202, error: null });
});

test("an answer without end is not read to its end", async () => {
  const target = await rawTarget((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = (): void => {
      while (socket.writable && socket.write("x".repeat(65_536)));
    };
    socket.on("drain", more);
    more();
  });
  expect(await send({ target, headers: [], body })).toMatchObject({ status: 200, error: null });
});

test("what is no HTTP is an error and no status", async () => {
  const target = await rawTarget((socket) => socket.end("220 mail.example ESMTP\r\n"));
  const attempt = await send({ target, headers: [], body });
  expect(attempt.status).toBeNull();
  expect(attempt.error).toContain("Parse Error");
});
