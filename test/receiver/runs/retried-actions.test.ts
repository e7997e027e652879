import { expect, test } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import type { WebhookRequest } from "../../../src/receiver/handlers/handler.ts";
import { openRuns } from "../../../src/receiver/runs/runs.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { handClock } from "../../support/hand-clock.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { retrying } from "../../support/retrying.ts";
import { until } from "../../support/until.ts";

const at = (ms: number): string => new Date(ms).toISOString();

/** Creates a handler that fails a number of times. */
function failing(times: number) {
  const seen: WebhookRequest[] = [];
  const handler = (_: unknown, request: WebhookRequest): string => {
    if (seen.push(request) <= times) throw new Error(`no rows ${seen.length}`);
    return "done";
  };
  return { seen, handler };
}

test("a first try that succeeds is the response, and leaves no job", async () => {
  const { log, post, endedRow } = await retrying(() => "done");
  const answer = await post();
  expect([answer.status, await answer.text()]).toEqual([200, "done"]);
  expect(await endedRow(1)).toMatchObject({ outcome: "handled", status: 200, response: { status: 200 } });
  await until(async () => (await log.forwards.counts()).leased === 0);
  expect(await log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a failure is answered 202 and tried again, with the stored request and the secret", async () => {
  const { seen, handler } = failing(2);
  const { log, post, clock, runs, endedRow } = await retrying(handler, { secret: "s3cret-of-the-hook" });
  const headers = { "X-Webhook-Secret": "s3cret-of-the-hook", "X-A": "1", "Webhook-Id": "msg_1" };
  expect((await post('{ "n": 1 }', headers)).status).toBe(202);
  await until(async () => (await log.get(1))?.response !== null);
  expect(await log.get(1)).toMatchObject({
    outcome: "pending",
    nextAttemptAt: at(clock.nowMs() + 10_000),
    response: { by: "receiver", status: 202 },
    attempts: [{ target: "handler inbox", status: 500, error: expect.stringContaining("no rows 1") }],
  });
  expect([runs.waiting(), await log.count(parseFilter("is:waiting", 0))]).toEqual([1, 1]);
  clock.advance(10_000);
  await until(async () => (await log.get(1))?.attempts.length === 2);
  await until(() => runs.waiting() === 1);
  expect((await log.get(1))!.nextAttemptAt).toBe(at(clock.nowMs() + 60_000));
  clock.advance(60_000);
  expect(await endedRow(1)).toMatchObject({ outcome: "handled", status: 200, dead: false });
  expect(seen).toHaveLength(3);
  for (const request of seen) {
    expect(request).toMatchObject({ seq: 1, replayOf: null, url: "/webhooks/inbox", schemaValid: false });
    expect(request.text()).toBe('{ "n": 1 }');
    expect(request.headers.get("x-a")).toBe("1");
    expect(request.headers.get("x-webhook-secret")).toBe("s3cret-of-the-hook");
    expect(request).toMatchObject({ eventId: "msg_1", eventOf: 1 });
    expect(request.firstTryAt.toISOString()).toBe((await log.get(1))!.receivedAt);
  }
  expect(seen.map(({ tryNumber }) => tryNumber)).toEqual([1, 2, 3]);
});

test("after the last delay the delivery is dead, and its sender got 202", async () => {
  const { handler } = failing(9);
  const { log, post, clock, endedRow } = await retrying(handler, { retriesMs: [10_000] });
  expect((await post()).status).toBe(202);
  await until(() => clock.due().includes(clock.nowMs() + 10_000));
  clock.advance(10_000);
  const row = await endedRow(1);
  expect(row).toMatchObject({ outcome: "failed", status: 500, response: { status: 202 } });
  expect(row.reason).toMatch(/^handler inbox threw: Error: no rows 2 \(/);
  expect(row.console[0]).toBe("Error: no rows 2");
  await until(async () => (await log.get(1))?.dead === true);
  expect(await log.count(parseFilter("is:dead", 0))).toBe(1);
});

test("a short delay is waited for with the sender, which gets the response of the second try", async () => {
  const { handler } = failing(1);
  const { log, post, clock, endedRow } = await retrying(handler, { retriesMs: [1_000] });
  const answered = post();
  await until(async () => (await log.get(1))?.attempts.length === 1);
  await until(() => clock.due().includes(clock.nowMs() + 1_000));
  clock.advance(1_000);
  expect([(await answered).status, await (await answered).text()]).toEqual([200, "done"]);
  expect((await endedRow(1)).attempts.map(({ status }) => status)).toEqual([500, 200]);
});

test("a schedule that ends while the sender waits is a dead delivery, and 202", async () => {
  const { handler } = failing(9);
  const { log, post, endedRow } = await retrying(handler, { retriesMs: [] });
  expect((await post()).status).toBe(202);
  expect(await endedRow(1)).toMatchObject({ outcome: "failed", status: 500 });
  await until(async () => (await log.get(1))?.dead === true);
});

test.each<[string, () => unknown, number, string]>([
  ["a Response", () => new Response("no", { status: 422 }), 422, "handler inbox responded with 422"],
  [
    "an error whose retry is false",
    () => {
      throw Object.assign(new Error("no such repo"), { retry: false });
    },
    202,
    "handler inbox threw: Error: no such repo",
  ],
])("%s is final: nothing is tried again", async (_, handler, status, reason) => {
  const { log, post, endedRow } = await retrying(handler);
  const answer = await post();
  expect([answer.status, await answer.json()]).toEqual([202, { ok: false, message: expect.any(String) }]);
  const row = await endedRow(1);
  expect(row).toMatchObject({ outcome: "failed", status, dead: false, attempts: [{ status }] });
  expect(row.reason).toContain(reason);
  await until(async () => (await log.forwards.counts()).leased === 0);
  expect(await log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a handler that takes longer than its sender waits goes on, and fails and is tried again like any other", async () => {
  const go = Promise.withResolvers<never>();
  let calls = 0;
  const { log, post, clock, endedRow } = await retrying(() => {
    calls += 1;
    return calls === 1 ? go.promise : "done";
  });
  const answered = post();
  await until(() => calls === 1);
  clock.advance(9_500);
  expect((await answered).status).toBe(202);
  go.reject(new Error("late"));
  await until(async () => (await log.get(1))?.nextAttemptAt === at(clock.nowMs() + 10_000));
  clock.advance(10_000);
  expect(await endedRow(1)).toMatchObject({
    outcome: "handled",
    attempts: [{ error: expect.stringContaining("late") }, { status: 200, error: null }],
  });
});

test("a run of ten minutes is not repeated when its lease expires", async () => {
  const go = Promise.withResolvers<string>();
  let calls = 0;
  const { post, clock, runs, endedRow, log } = await retrying(() => {
    calls += 1;
    return go.promise;
  });
  const answered = post();
  await until(() => calls === 1);
  clock.advance(9_500);
  expect((await answered).status).toBe(202);
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(60_000);
    await log.forwards.counts();
  }
  expect(await runs.retry(null)).toBe(0);
  go.resolve("done");
  expect(await endedRow(1)).toMatchObject({ outcome: "handled", attempts: [{ status: 200 }] });
  expect(calls).toBe(1);
});

test("a route that answers first sends 202 once the job is on disk, and then tries", async () => {
  const go = Promise.withResolvers<string>();
  const { log, post, endedRow } = await retrying(() => go.promise, { answer: "first" });
  expect((await post()).status).toBe(202);
  await until(async () => (await log.get(1))?.response !== null);
  expect(await log.get(1)).toMatchObject({ outcome: "pending", response: { status: 202 } });
  expect(await log.forwards.counts()).toMatchObject({ leased: 1 });
  go.resolve("done");
  expect(await endedRow(1)).toMatchObject({ outcome: "handled", status: 200, response: { status: 202 } });
});

test("a try that a kill has cut off is on the row, and its delivery is tried again after the restart", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const running = Promise.withResolvers<void>();
  const killed = await retrying(
    () => {
      running.resolve();
      return new Promise(() => {});
    },
    { dataDir, clock, answer: "first", onFailure: () => {} },
  );
  expect((await killed.post()).status).toBe(202);
  await running.promise;
  // Close the log but not the receiver, as if the process was killed.
  await killed.log.close();
  const { handler, seen } = failing(0);
  const again = await retrying(handler, { dataDir, clock });
  expect(await again.endedRow(1)).toMatchObject({
    outcome: "handled",
    attempts: [
      { target: "route inbox", status: null, error: "interrupted: the receiver stopped" },
      { target: "handler inbox", status: 200, error: null },
    ],
  });
  expect(seen).toHaveLength(1);
});

test("a start that is killed before a try that was cut off is on the row leaves it to the next start", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  await log.append(newDelivery({ outcome: "pending", status: null }));
  const body = { seq: 1, isAction: true };
  await log.forwards.enqueue([{ lane: "1", body, dueAtMs: Number.MAX_SAFE_INTEGER, isLeased: true }]);
  const start = openRuns({
    log: { ...log, addAttempt: () => Promise.reject(new Error("killed")) },
    queue: log.forwards,
    workOf: () => ({ waitsFor: null }),
    isActive: () => true,
    longestDelayMs: 0,
    known: () => [],
    onFailure: () => {},
  });
  await expect(start).rejects.toThrow("killed");
  await log.close();
  const { endedRow } = await retrying(failing(0).handler, { dataDir });
  expect((await endedRow(1)).attempts).toMatchObject([
    { error: "interrupted: the receiver stopped" },
    { status: 200 },
  ]);
});

test("a try that the end of the receiver cuts off is on the row, and due at once after the next start", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const running = Promise.withResolvers<void>();
  const stopped = await retrying(
    () => {
      running.resolve();
      return new Promise(() => {});
    },
    { dataDir, clock },
  );
  const answered = stopped.post();
  await running.promise;
  await stopped.stop(1_000);
  expect((await answered).status).toBe(202);
  expect(await stopped.log.get(1)).toMatchObject({
    outcome: "pending",
    nextAttemptAt: at(clock.nowMs()),
    attempts: [{ error: "interrupted: the receiver stopped" }],
  });
  await stopped.log.close();
  const again = await retrying(failing(0).handler, { dataDir, clock });
  expect(await again.endedRow(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("held runs wait with a 202 until they are resumed, and dropped ones are not tried", async () => {
  const { handler, seen } = failing(0);
  const { log, post, runs, endedRow } = await retrying(handler);
  runs.hold(true);
  for (let n = 0; n < 2; n += 1) expect((await post()).status).toBe(202);
  await until(() => runs.waiting() === 2);
  expect(await runs.drop([1])).toBe(1);
  expect(await log.get(1)).toMatchObject({
    outcome: "failed",
    reason: "it was dropped before a try succeeded",
  });
  runs.hold(false);
  expect(await endedRow(2)).toMatchObject({ outcome: "handled" });
  expect(seen).toHaveLength(1);
});

test("what waits is tried at once on request", async () => {
  const { handler } = failing(1);
  const { post, runs, endedRow } = await retrying(handler);
  await post();
  await until(() => runs.waiting() === 1);
  expect(await runs.retry([1])).toBe(1);
  expect(await endedRow(1)).toMatchObject({ outcome: "handled" });
});

test("without a handler for its route a delivery waits, and its row says why", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const first = await retrying(failing(1).handler, { dataDir, clock });
  await first.post();
  await until(() => first.runs.waiting() === 1);
  await first.stop(0);
  await first.log.close();
  clock.advance(10_000);
  const { log, stop } = await retrying(null, { dataDir, clock });
  const reason = "not tried yet: the route inbox has no handler here";
  await until(async () => (await log.get(1))?.reason === reason);
  expect(await log.get(1)).toMatchObject({ outcome: "pending", attempts: [{ status: 500 }] });
  await until(() => clock.due().includes(clock.nowMs() + 5_000));
  await stop(0);
  await log.close();
  clock.advance(5_000);
  const again = await retrying(failing(0).handler, { dataDir, clock });
  expect(await again.endedRow(1)).toMatchObject({ outcome: "handled", reason: null });
});

test("16 tries run at once, and later deliveries wait for a place", async () => {
  const gates: (() => void)[] = [];
  const { post, runs, rows } = await retrying(() => new Promise<void>((resolve) => void gates.push(resolve)));
  const answers = Array.from({ length: 20 }, () => post());
  await until(() => gates.length === 16 && runs.inLine() === 4);
  for (let ended = 0; ended < 20; ended += 1) {
    await until(() => gates.length > ended);
    gates[ended]!();
  }
  for (const answer of answers) expect((await answer).status).toBe(200);
  await until(async () => (await rows()).every(({ outcome }) => outcome === "handled"));
});

test("a replay of a retried route ends with the result of its first try, or waits", async () => {
  const { handler } = failing(2);
  const { post, replay, runs } = await retrying(handler);
  await post();
  await until(() => runs.waiting() === 1);
  expect(await replay(1)).toMatchObject({ seq: 2, outcome: "pending" });
  expect(await replay(1)).toMatchObject({ seq: 3, outcome: "handled", status: 200 });
});
