import { expect, test } from "vitest";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../src/receiver/handlers/handler.ts";
import { openReceiver, type OpenReceiver } from "../support/open-receiver.ts";
import { rawConnection } from "../support/raw-http.ts";

const request = "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";

/** Creates a promise with its resolvers. */
const gate = <T = void>() => Promise.withResolvers<T>();

async function receiverWith(handler: Handler): Promise<OpenReceiver> {
  return openReceiver({ routes: [{ name: "inbox", action: handlerAction("inbox", handler) }] });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

test("a sender that disconnects aborts the handler's signal, and the outcome is still recorded", async () => {
  const running = gate();
  let reason: unknown;
  const receiver = await receiverWith(async (_, { signal }) => {
    running.resolve();
    await aborted(signal);
    reason = signal.reason;
    return "done";
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  connection.destroy();
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "handled", status: 200 });
  expect(reason).toMatchObject({ name: "AbortError", message: "the sender disconnected" });
});

test("a handler that throws its signal's reason has failed, with that reason in its row", async () => {
  const running = gate();
  const receiver = await receiverWith(async (_, { signal }) => {
    running.resolve();
    await aborted(signal);
    signal.throwIfAborted();
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  connection.destroy();
  const row = await receiver.endedRow(1);
  expect(row.outcome).toBe("failed");
  expect(row.reason).toBe("handler inbox threw: AbortError: the sender disconnected");
});

test("a signal accessed after the sender disconnected is aborted", async () => {
  const running = gate();
  const go = gate();
  let wasAborted: boolean | null = null;
  const receiver = await receiverWith(async (_, webhook) => {
    running.resolve();
    await go.promise;
    wasAborted = webhook.signal.aborted;
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  connection.destroy();
  // The server handles connections in order: after a later request it has seen this one.
  await fetch(receiver.url);
  go.resolve();
  await receiver.endedRow(1);
  expect(wasAborted).toBe(true);
});

test("each pipelined request has its own signal, which is not aborted after its response", async () => {
  const signals: AbortSignal[] = [];
  const receiver = await receiverWith((_, { signal }) => void signals.push(signal));
  const connection = await rawConnection(receiver.port);
  connection.send(request.repeat(20));
  for (let index = 0; index < 20; index += 1) expect((await connection.answer()).status).toBe(200);
  connection.destroy();
  await receiver.endedRow(20);
  await receiver.close(0);
  expect(signals).toHaveLength(20);
  expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
});

test("closing lets a handler finish within the grace period, and its sender gets the response", async () => {
  const running = gate();
  const go = gate();
  const receiver = await receiverWith(async (_, { signal }) => {
    running.resolve();
    await go.promise;
    return { aborted: signal.aborted };
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  const closing = receiver.close(60_000);
  go.resolve();
  const { status, headers, body } = await connection.answer();
  expect({ status, body }).toEqual({ status: 200, body: '{"aborted":false}' });
  expect(headers["connection"]).toBe("close");
  await closing;
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("closing waits for a delivery that is still being received, and its handler is called", async () => {
  const receiver = await receiverWith(() => "in time");
  const connection = await rawConnection(receiver.port);
  connection.send(request.slice(0, -1));
  // The server handles connections in order: after a later request it has seen this one.
  await fetch(receiver.url);
  const closing = receiver.close(60_000);
  connection.send(request.slice(-1));
  expect(await connection.answer()).toMatchObject({ status: 200, body: "in time" });
  await closing;
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("after the grace period the signal is aborted, and the handler's result still counts", async () => {
  const running = gate();
  const receiver = await receiverWith(async (_, { signal }) => {
    running.resolve();
    await aborted(signal);
    return "in time";
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  await receiver.close(0);
  expect(await connection.answer()).toMatchObject({ status: 200, body: "in time" });
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("a handler that does not end after closing leaves an interrupted row", async () => {
  const running = gate();
  const go = gate();
  const over = gate();
  const receiver = await receiverWith(async () => {
    running.resolve();
    await go.promise;
    over.resolve();
  });
  const connection = await rawConnection(receiver.port);
  connection.send(request);
  await running.promise;
  await receiver.close(0);
  const reason = "the receiver stopped; the delivery may have run";
  const interrupted = { outcome: "interrupted", status: null, reason };
  expect(await receiver.log.get(1)).toMatchObject(interrupted);
  go.resolve();
  await over.promise;
  await receiver.log.append(await rowLike(receiver));
  expect(await receiver.log.get(1)).toMatchObject(interrupted);
});

/** Creates a row to append; when it is in the log, all earlier ones are. */
async function rowLike(receiver: OpenReceiver) {
  const detail = await receiver.log.get(1);
  if (detail === null) throw new Error("there is no row to copy");
  return { ...detail, receivedAtMs: Date.now(), dedupeKey: null, dedupeWithinMs: null };
}
