import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { type HandClock, handClock } from "../../support/hand-clock.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

const now = (clock: HandClock): string => new Date(clock.nowMs()).toISOString();

test("a delivery that waits for a further try when the receiver stops is queued at once, and sent after the next start", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const down = await rawTarget(() => {});
  await down.close();
  const stopped = await forwarding(down.url, { dataDir, clock });
  const { answer, attempts } = stopped.deliver();
  await until(() => attempts.length === 1);
  await stopped.forward.close(5_000);
  expect(await answer).toMatchObject({ status: 202 });
  expect(await stopped.log.get(1)).toMatchObject({ outcome: "pending", nextAttemptAt: now(clock) });
  expect(stopped.forward.waiting()).toBe(1);
  expect(clock.due()).toEqual([]);
  await stopped.close();
  const up = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { log } = await forwarding(up.url, { dataDir, clock });
  await until(async () => (await log.get(1))?.outcome === "handled");
  expect((await log.get(1))?.attempts.map(({ error }) => error)).toEqual(["connection refused", null]);
});

test("without retries the sender is told at once that the receiver stops, and the row is interrupted", async () => {
  const target = await rawTarget(() => {});
  const { deliver, forward, clock } = await forwarding(target.url, { retryDelaysMs: [] });
  const { answer, end } = deliver();
  await target.received(1);
  const closed = forward.close(0);
  clock.advance(0);
  await closed;
  expect(await end).toMatchObject({ outcome: "interrupted", status: null });
  const { status, headers, text } = await answer;
  expect([status, headers.slice(2)]).toEqual([503, ["Retry-After", "5"]]);
  expect(JSON.parse(text)).toEqual({ error: expect.stringContaining("was not handled") });
});

test("a sender is not told 202 if the receiver stops and the log cannot be written", async () => {
  const target = await rawTarget(() => {});
  await target.close();
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const { deliver, forward, log } = await forwarding(target.url, { onFailure });
  const { answer, attempts } = deliver();
  await until(() => attempts.length === 1);
  await log.close();
  await forward.close(5_000);
  expect(await answer).toMatchObject({ status: 503 });
  expect(failures).not.toEqual([]);
});

test("what is on its way may come to its end, without a further try", async () => {
  const sockets: Socket[] = [];
  const target = await rawTarget((socket) => void sockets.push(socket));
  const { deliver, forward, log } = await forwarding(target.url);
  const answered = deliver();
  const cut = deliver();
  await target.received(2);
  const closed = forward.close(5_000);
  sockets[0]!.write(rawAnswer(200));
  sockets[1]!.resetAndDestroy();
  await closed;
  const answers = await Promise.all([answered.answer, cut.answer]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
  const rows = await Promise.all([1, 2].map((seq) => log.get(seq)));
  expect(new Set(rows.map((row) => row?.outcome))).toEqual(new Set(["handled", "pending"]));
  const errors = [...answered.attempts, ...cut.attempts].map(({ error }) => error);
  expect(errors.filter((error) => error !== null)).toEqual(["the connection was lost"]);
});

test("what is under way or in line when the time is over is queued, and its sender gets 202", async () => {
  const target = await rawTarget(() => {});
  const { deliver, forward, clock, state, log } = await forwarding(target.url);
  const deliveries = Array.from({ length: 18 }, () => deliver());
  await target.received(16);
  const closed = forward.close(5_000);
  expect(state()).toMatchObject({ sending: 16, queued: 2 });
  clock.advance(5_000);
  await closed;
  const errors = deliveries.map(({ attempts }) => attempts.map(({ error }) => error));
  expect(errors.slice(0, 16)).toEqual(
    Array.from({ length: 16 }, () => ["canceled because the receiver is stopping"]),
  );
  expect(errors.slice(16)).toEqual([[], []]);
  for (const [index, { answer }] of deliveries.entries()) {
    expect(await answer).toMatchObject({ status: 202 });
    expect(await log.get(index + 1)).toMatchObject({ outcome: "pending", nextAttemptAt: now(clock) });
  }
});

test("what its sender was told is being forwarded stays in the queue, due at once", async () => {
  const target = await rawTarget(() => {});
  const { deliver, forward, clock, log } = await forwarding(target.url);
  const { answer, attempts } = deliver();
  await target.received(1);
  clock.advance(9_500);
  expect(await answer).toMatchObject({ status: 202 });
  const closed = forward.close(0);
  clock.advance(0);
  await closed;
  expect(await log.get(1)).toMatchObject({
    outcome: "pending",
    nextAttemptAt: now(clock),
  });
  // The target may have got the delivery.
  expect(attempts).toMatchObject([{ error: "canceled because the receiver is stopping" }]);
  expect(await answer).toMatchObject({ status: 202 });
});

test("a delivery that comes when all is over is not sent", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver, forward, log } = await forwarding(target.url);
  await forward.close(0);
  const { answer, attempts } = deliver();
  expect(await answer).toMatchObject({ status: 202 });
  expect(await log.get(1)).toMatchObject({ outcome: "pending" });
  expect(attempts).toEqual([]);
  expect(target.requests).toEqual([]);
});
