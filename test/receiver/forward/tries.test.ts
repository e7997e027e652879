import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

/** Returns a target on a port that was closed a moment ago. */
async function deadTarget(): Promise<{ url: string; port: number }> {
  const target = await rawTarget(() => {});
  await target.close();
  return target;
}

test("a target that is down is tried again for hours; then the row is failed without a status, and dead", async () => {
  const { url } = await deadTarget();
  const { deliver, clock, skip, state, log } = await forwarding(url);
  const startMs = clock.nowMs();
  const { answer, end, attempts } = deliver();
  const delaysMs = [200, 1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000];
  let dueMs = startMs;
  for (const [made, delayMs] of delaysMs.entries()) {
    await until(() => attempts.length === made + 1);
    await until(() => state().waiting === 1);
    expect(state()).toMatchObject({ waiting: 1, sending: 0, queued: 0 });
    dueMs += delayMs;
    // The first three attempts wait in memory, with their sender.
    const nextAttemptAt = made < 3 ? null : new Date(dueMs).toISOString();
    expect(await log.get(1)).toMatchObject({ outcome: "pending", nextAttemptAt, dead: false });
    for (let leftMs = delayMs; leftMs > 0; leftMs -= 60_000) await skip(Math.min(leftMs, 60_000));
  }
  expect(await end).toEqual({ outcome: "failed", status: null });
  expect(await answer).toMatchObject({ status: 202 });
  expect(attempts.map(({ startedAt }) => Date.parse(startedAt) - startMs)).toEqual([
    0, 200, 1_200, 6_200, 36_200, 156_200, 756_200, 2_556_200, 6_156_200, 13_356_200,
  ]);
  const same = { target: url, status: null, error: "connection refused", reply: null };
  expect(attempts).toEqual(
    attempts.map(() => ({ ...same, startedAt: expect.any(String), durationMs: expect.any(Number) })),
  );
  await until(() => state().sending === 0);
  expect(await log.get(1)).toMatchObject({ outcome: "failed", nextAttemptAt: null, dead: true });
  expect(state()).toMatchObject({ waiting: 0, sending: 0, queued: 0, health: { kind: "down" } });
});

test("a target that comes back within 9.5 s has its answer passed back, as if nothing had been", async () => {
  const { url, port } = await deadTarget();
  const { deliver, skip, state } = await forwarding(url);
  const { answer, end, attempts } = deliver();
  await skip(200);
  await until(() => attempts.length === 2);
  expect(state().health).toMatchObject({ kind: "down", reason: "connection refused" });
  await rawTarget((socket) => socket.write(rawAnswer(201, "back")), port);
  await skip(1_000);
  expect(await answer).toMatchObject({ status: 201, text: "back" });
  expect(await end).toEqual({ outcome: "handled", status: 201 });
  expect(attempts.map(({ status }) => status)).toEqual([null, null, 201]);
  expect(state().health).toMatchObject({ kind: "up" });
});

test("the sender is told as soon as the next try is due too late for it, and the answer to that ends the row", async () => {
  const { url, port } = await deadTarget();
  const { deliver, skip, clock } = await forwarding(url);
  const startMs = clock.nowMs();
  const { answer, end, attempts } = deliver();
  for (const delayMs of [200, 1_000, 5_000]) await skip(delayMs);
  expect(await answer).toMatchObject({ status: 202 });
  expect(clock.nowMs() - startMs).toBe(6_200);
  await until(() => attempts.length === 4);
  await rawTarget((socket) => socket.write(rawAnswer(500)), port);
  await skip(30_000);
  expect(await end).toEqual({ outcome: "failed", status: 500 });
});

test("a target that hangs is given up after 30 s and tried again, the sender told long before", async () => {
  const target = await rawTarget((socket, _, index) => void (index === 1 && socket.write(rawAnswer(200))));
  const { deliver, clock, skip } = await forwarding(target.url);
  const { answer, end, attempts } = deliver();
  await target.received(1);
  clock.advance(9_500);
  expect(await answer).toMatchObject({ status: 202 });
  clock.advance(20_500);
  await until(() => attempts.length === 1);
  expect(attempts).toMatchObject([{ status: null, error: "no response within 30 s", reply: null }]);
  await skip(200);
  expect(await end).toEqual({ outcome: "handled", status: 200 });
});

test.each([
  ["a reset", (socket: Socket) => void socket.resetAndDestroy(), "the connection was lost"],
  ["an end without a word", (socket: Socket) => void socket.end(), "the connection was lost"],
  ["a beginning of an answer", (socket: Socket) => void socket.end("HTTP/1.1 20"), "the connection was lost"],
])("%s instead of an answer is no answer, and is tried again", async (_what, say, error) => {
  const target = await rawTarget((socket, _, index) =>
    index === 0 ? say(socket) : void socket.write(rawAnswer(200)),
  );
  const { deliver, skip } = await forwarding(target.url);
  const { answer, attempts } = deliver();
  await skip(200);
  expect(await answer).toMatchObject({ status: 200 });
  expect(attempts.map(({ status }) => status)).toEqual([null, 200]);
  expect(attempts[0]!.error).toContain(error);
  expect(target.requests).toHaveLength(2);
});

test.each([
  ["what is no HTTP", "220 mail.example ESMTP\r\n", "Expected HTTP/"],
  [
    "an answer with two lengths",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
    "Duplicate Content-Length",
  ],
  [
    "an answer whose head is too large",
    `HTTP/1.1 200 OK\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`,
    "Header overflow",
  ],
  [
    "a switch to another protocol",
    "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
    "it switches to a protocol",
  ],
])("%s is final: the target has the delivery, which is not sent twice", async (_what, said, why) => {
  const target = await rawTarget((socket) => void socket.write(said));
  const { deliver, clock, state } = await forwarding(target.url);
  const { answer, end, attempts } = deliver();
  expect(await answer).toMatchObject({
    status: 502,
    text: `{"error":"The forward target's response cannot be read as HTTP."}`,
  });
  expect(await end).toEqual({ outcome: "failed", status: null });
  expect(attempts).toMatchObject([{ status: null, reply: null }]);
  expect(attempts[0]!.error).toMatch(/^the response cannot be read: /);
  expect(attempts[0]!.error).toContain(why);
  clock.advance(60_000);
  expect(target.requests).toHaveLength(1);
  expect(state()).toMatchObject({ waiting: 0, health: { kind: "up" } });
});

test("a name nobody has is told as such", async () => {
  const { deliver, state } = await forwarding("http://nobody.invalid:3000/");
  const { attempts } = deliver();
  await until(() => attempts.length === 1);
  expect(attempts[0]!.error).toMatch(
    /^(?:there is no host with this name|the host's name cannot be resolved)$/,
  );
  expect(state().health.kind).toBe("down");
});

test("a changed target gets the next try of what the old one did not take", async () => {
  const { url } = await deadTarget();
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver, skip, forward, state } = await forwarding(url);
  const { end, attempts } = deliver();
  await until(() => attempts.length === 1);
  forward.setTarget(`${target.url}/new`);
  expect(state()).toMatchObject({ target: `${target.url}/new`, health: { kind: "unknown" } });
  await skip(200);
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(attempts.map(({ target }) => target)).toEqual([url, `${target.url}/new`]);
});
