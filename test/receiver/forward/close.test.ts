import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

test("a sender that waits for a further try is told at once that the receiver stops, and the row is interrupted", async () => {
  const target = await rawTarget(() => {});
  await target.close();
  const { deliver, forward, clock } = await forwarding(target.url);
  const { answer, end, attempts } = deliver();
  await until(() => attempts.length === 1);
  await forward.close(5_000);
  expect(await end).toMatchObject({ outcome: "interrupted", status: null });
  expect(attempts.map(({ error }) => error)).toEqual(["connection refused"]);
  const { status, headers, text } = await answer;
  expect([status, headers.slice(2)]).toEqual([503, ["Retry-After", "5"]]);
  expect(JSON.parse(text)).toEqual({ error: expect.stringContaining("was not handled") });
  expect(clock.due()).toEqual([]);
});

test("what is on its way may come to its end, without a further try", async () => {
  const sockets: Socket[] = [];
  const target = await rawTarget((socket) => void sockets.push(socket));
  const { deliver, forward } = await forwarding(target.url);
  const answered = deliver();
  const cut = deliver();
  await target.received(2);
  const closed = forward.close(5_000);
  sockets[0]!.write(rawAnswer(200));
  sockets[1]!.resetAndDestroy();
  await closed;
  const ends = await Promise.all([answered.end, cut.end]);
  expect(ends.map(({ outcome }) => outcome).toSorted()).toEqual(["handled", "interrupted"]);
  const errors = [...answered.attempts, ...cut.attempts].map(({ error }) => error);
  expect(errors.filter((error) => error !== null)).toEqual(["the connection was lost"]);
});

test("what is under way or in line when the time is over is given up, told to sender and row", async () => {
  const target = await rawTarget(() => {});
  const { deliver, forward, clock, state } = await forwarding(target.url);
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
  for (const { answer, end } of deliveries) {
    expect(await end).toMatchObject({ outcome: "interrupted", status: null });
    expect(await answer).toMatchObject({ status: 503 });
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
    nextAttemptAt: new Date(clock.nowMs()).toISOString(),
  });
  // The target may have got the delivery.
  expect(attempts).toMatchObject([{ error: "canceled because the receiver is stopping" }]);
  expect(await answer).toMatchObject({ status: 202 });
});

test("a delivery that comes when all is over is not sent", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver, forward } = await forwarding(target.url);
  await forward.close(0);
  const { end, attempts } = deliver();
  expect(await end).toMatchObject({ outcome: "interrupted", status: null });
  expect(attempts).toEqual([]);
  expect(target.requests).toEqual([]);
});
