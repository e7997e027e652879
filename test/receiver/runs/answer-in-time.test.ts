import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../../src/receiver/handlers/handler.ts";
import { answerInTime } from "../../../src/receiver/runs/answer-in-time.ts";
import type { Answer } from "../../../src/receiver/runs/run-settings.ts";
import { handClock } from "../../support/hand-clock.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";
import { until } from "../../support/until.ts";

const request = "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
const told = { by: "receiver", status: 202, contentType: "application/json" };

async function receiverWith(handler: Handler, answer: Answer) {
  const clock = handClock();
  const action = answerInTime(handlerAction("inbox", handler), answer, clock);
  const receiver = await openReceiver({ routes: [{ name: "inbox", action }] });
  return { receiver, clock, connection: await rawConnection(receiver.port) };
}

test("a sender gets 202 after 9.5 s, and may then leave: the handler goes on, and its result is the outcome", async () => {
  const running = Promise.withResolvers<AbortSignal>();
  const go = Promise.withResolvers<string>();
  const { receiver, clock, connection } = await receiverWith((_, { signal }) => {
    running.resolve(signal);
    return go.promise;
  }, "result");
  connection.send(request);
  const signal = await running.promise;
  clock.advance(9_500);
  const { status, body } = await connection.answer();
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 202,
    body: { ok: true, message: expect.stringContaining("stored") },
  });
  await until(async () => (await receiver.log.get(1))?.response !== null);
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "pending", status: null, response: told });
  connection.destroy();
  // The server handles connections in order: after a later request it has seen the end of this one.
  await fetch(receiver.url);
  expect(signal.aborted).toBe(false);
  go.resolve("late");
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "handled", status: 200, response: told });
});

test("what fails after the 202 keeps reason and status of the handler beside the response", async () => {
  const running = Promise.withResolvers<void>();
  const go = Promise.withResolvers<never>();
  const { receiver, clock, connection } = await receiverWith(() => {
    running.resolve();
    return go.promise;
  }, "result");
  connection.send(request);
  await running.promise;
  clock.advance(9_500);
  expect((await connection.answer()).status).toBe(202);
  go.reject(new Error("no rows"));
  expect(await receiver.endedRow(1)).toMatchObject({
    outcome: "failed",
    status: 500,
    reason: expect.stringMatching(/^handler inbox threw: Error: no rows/),
    response: told,
  });
});

test("a handler that responds in time leaves no timer behind", async () => {
  const { receiver, clock, connection } = await receiverWith(() => "in time", "result");
  connection.send(request);
  expect(await connection.answer()).toMatchObject({ status: 200, body: "in time" });
  expect((await receiver.endedRow(1)).response).toMatchObject({ by: "handler inbox", status: 200 });
  expect(clock.due()).toEqual([]);
});

test("a route that answers first sends 202 before its handler has returned", async () => {
  const go = Promise.withResolvers<void>();
  const { receiver, connection } = await receiverWith(() => go.promise, "first");
  connection.send(request);
  expect((await connection.answer()).status).toBe(202);
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "pending", status: null });
  go.resolve();
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "handled", status: 200, response: told });
});

test("a handler that runs when the receiver closes is interrupted, and its row has the 202", async () => {
  const { receiver, connection } = await receiverWith(() => new Promise(() => {}), "first");
  connection.send(request);
  expect((await connection.answer()).status).toBe(202);
  await receiver.close(0);
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "interrupted", status: null, response: told });
});
