import { expect, test } from "vitest";
import type { RouteAction } from "../../../src/receiver/action.ts";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { postBytes } from "../../support/load.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { type RawConnection, rawConnection, rawRequest } from "../../support/raw-http.ts";

async function statuses(connection: RawConnection, count: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await connection.answer()).status);
  return found;
}

test("a thousand pipelined requests get their responses in order, accepted and refused", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  const kinds = [
    [200, goodRequest],
    [404, postBytes("nowhere", null, "{}").toString()],
    [400, postBytes("inbox", null, "no").toString()],
    [405, "GET /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    [415, `${requestHead}Content-Encoding: br\r\nContent-Length: 2\r\n\r\n{}`],
  ] as const;
  const order = Array.from({ length: 1_000 }, (_, n) => kinds[(n * 7 + (n >> 3)) % kinds.length]!);
  connection.send(order.map(([, bytes]) => bytes).join(""));
  expect(await statuses(connection, 1_000)).toEqual(order.map(([status]) => status));
  expect((await receiver.rows()).length).toBe(1_000);
});

test("unreadable input gets a 400 after the responses before it, and nothing after it is accepted", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(
    `${goodRequest.repeat(20)}${requestHead}Content-Length: x\r\n\r\n${goodRequest.repeat(20)}`,
  );
  expect(await statuses(connection, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  const refusal = await connection.answer();
  expect([refusal.status, refusal.headers["connection"]]).toEqual([400, "close"]);
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toHaveLength(20);
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
});

test("requests after one that closes the connection are ignored", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(`${requestHead}Connection: close\r\nContent-Length: 2\r\n\r\n{}${goodRequest}`);
  expect((await connection.answer()).status).toBe(200);
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toHaveLength(1);
});

/** Creates an action that responds with its route's name when released. */
function waiting(name: string): { action: RouteAction; called: Promise<void>; let: () => void } {
  const called = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const action = handlerAction(name, async () => {
    called.resolve();
    await go.promise;
    return name;
  });
  return { action, called: called.promise, let: go.resolve };
}

test("a slow handler delays only the responses after it: all handlers run concurrently", async () => {
  const [slow, slower] = [waiting("slow"), waiting("slower")];
  const receiver = await openReceiver({
    routes: [
      { name: "slow", action: slow.action },
      { name: "slower", action: slower.action },
      { name: "quick", action: handlerAction("quick", () => "quick") },
      "inbox",
    ],
  });
  const connection = await rawConnection(receiver.port);
  const order = ["slower", "quick", "slow", "inbox", "quick"];
  connection.send(order.map((route) => postBytes(route, null, "{}").toString()).join(""));
  await Promise.all([slow.called, slower.called]);
  expect(await receiver.endedRow(5)).toMatchObject({ outcome: "handled" });
  slow.let();
  expect(await receiver.endedRow(3)).toMatchObject({ outcome: "handled" });
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
  slower.let();
  const bodies: string[] = [];
  for (const _ of order) bodies.push((await connection.answer()).body);
  expect(bodies).toEqual(["slower", "quick", "slow", '{"ok":true}', "quick"]);
});
