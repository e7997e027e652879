import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "../../../src/receiver/http/http-server.ts";
import { listen } from "../../../src/receiver/listen.ts";
import { openConnection, textAnswer } from "../../support/http/open-connection.ts";

const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const getAndClose = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

/** More than the buffers of the system take. */
const large = "x".repeat(32 * 1_048_576);

const minuteMs = 60_000;

test.each([
  ["that is kept open", get],
  ["that closes", getAndClose],
])("on a connection %s an answer that is still going out is not cut off", async (_, request) => {
  const { connection, sender, taken, receivedBytes } = await openConnection();
  sender.pause().write(request);
  const [exchange] = await taken(1);
  exchange?.answer(textAnswer(large));
  const nowMs = performance.now();
  connection.checkTime(nowMs);
  connection.checkTime(nowMs + 2 * minuteMs);
  sender.resume();
  await expect(receivedBytes(large.length)).resolves.toBeUndefined();
});

test.each([
  ["that is kept open", get],
  ["that closes", getAndClose],
])("on a connection %s a sender that never takes its answer is cut off", async (_, request) => {
  const { connection, sender, taken, closed } = await openConnection();
  sender.pause().write(request);
  const [exchange] = await taken(1);
  exchange?.answer(textAnswer(large));
  const nowMs = performance.now();
  connection.checkTime(nowMs);
  // What it sends meanwhile counts for nothing.
  sender.write(getAndClose);
  connection.checkTime(nowMs + 120 * minuteMs);
  sender.resume();
  expect((await closed()).length).toBeLessThan(large.length);
});

test("a server that closes still sends an answer to its end that is on its way", async () => {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  const { server, close } = createHttpServer({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 10_000,
    take(exchange) {
      exchange.answer(textAnswer(large));
      resolve();
    },
  });
  const sender = connect(await listen(server, "127.0.0.1", 0), "127.0.0.1").pause();
  onTestFinished(() => void sender.destroy());
  sender.write(get);
  await taken;
  const closing = close(20_000);
  sender.resume();
  await closing;
  expect(sender.bytesRead).toBeGreaterThan(large.length);
});

test("an idle connection is closed without a word; one whose handler takes its time is not idle", async () => {
  const { connection, sender, taken, received, closed } = await openConnection();
  sender.write(get);
  const [exchange] = await taken(1);
  connection.checkTime(performance.now() + minuteMs);
  exchange?.answer(textAnswer("late"));
  const answer = await received("late");
  connection.checkTime(performance.now() + minuteMs);
  expect(await closed()).toBe(answer);
});

test("a sender that does not close its end is cut off some time after the last answer, whatever it sends", async () => {
  const { connection, sender, taken } = await openConnection(() => {}, true);
  const ended = once(sender, "end");
  sender.write(getAndClose);
  const [exchange] = await taken(1);
  const gone = new Promise<void>((resolve) => void exchange?.whenGone(resolve));
  exchange?.answer(textAnswer("last"));
  await ended;
  sender.write(get);
  const nowMs = performance.now();
  connection.checkTime(nowMs + 1_000);
  expect(sender.writable).toBe(true);
  const ticking = setInterval(() => connection.checkTime(nowMs + 3_000), 10);
  onTestFinished(() => clearInterval(ticking));
  await expect(gone).resolves.toBeUndefined();
  expect(await taken(1)).toHaveLength(1);
});
