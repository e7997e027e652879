import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../../src/receiver/handlers/handler.ts";
import { actionInTurn } from "../../../src/receiver/runs/action-in-turn.ts";
import { makeRouteLimits } from "../../../src/receiver/runs/route-limits.ts";
import { type RunSettings, runDefaults } from "../../../src/receiver/runs/run-settings.ts";
import { makeTurns } from "../../../src/receiver/runs/turns.ts";
import { forwarding } from "../../support/forwarding.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { handClock } from "../../support/hand-clock.ts";
import { httpTarget } from "../../support/http-target.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { seededRandom } from "../../support/random.ts";
import { retrying } from "../../support/retrying.ts";
import { runningEngine } from "../../support/running-engine.ts";
import { until } from "../../support/until.ts";

const never = new AbortController().signal;

/** Creates a handler whose calls end on demand, and counts those that run. */
function gated() {
  const ends: (() => void)[] = [];
  const seqs: number[] = [];
  let running = 0;
  let most = 0;
  const handler: Handler = async (_, { seq }) => {
    most = Math.max(most, (running += 1));
    seqs.push(seq);
    await new Promise<void>((resolve) => void ends.push(resolve));
    running -= 1;
  };
  return { handler, ends, seqs, most: () => most };
}

/** Ends calls one after the other, as they begin. */
async function endAll(ends: readonly (() => void)[], count: number): Promise<void> {
  for (let ended = 0; ended < count; ended += 1) {
    await until(() => ends.length > ended);
    ends[ended]!();
  }
}

/** Opens a receiver whose route inbox has a handler without retries. */
async function withoutRetries(handler: Handler, own: Partial<RunSettings>) {
  const turns = makeTurns(handClock(), true);
  const action = actionInTurn(handlerAction("inbox", handler), { ...runDefaults, ...own }, turns);
  const receiver = await openReceiver({ routes: [{ name: "inbox", action }] });
  const post = (body = "{}"): Promise<Response> =>
    fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body });
  return { ...receiver, post };
}

test("40 slow deliveries of a route with a limit leave the other places to other routes", async () => {
  const { handler, ends, most } = gated();
  const target = await httpTarget((_, response) => void response.end("taken"));
  const engine = await runningEngine(freshDataDir(), {
    roles: {
      receiver: {
        port: 0,
        secret: null,
        routes: [{ name: "slow", action: handlerAction("slow", handler) }, "other"],
        forward: target.url,
        runs: { slow: { retriesMs: [60_000], answer: "first", atOnce: 2 } },
      },
    },
  });
  const post = (route: string): Promise<Response> =>
    fetch(`${engine.receiver?.url}/webhooks/${route}`, { method: "POST", body: "{}" });
  for (let n = 0; n < 40; n += 1) expect((await post("slow")).status).toBe(202);
  await until(() => ends.length === 2);
  const forwarded = await post("other");
  expect([forwarded.status, await forwarded.text()]).toEqual([200, "taken"]);
  expect(ends).toHaveLength(2);
  await endAll(ends, 40);
  expect(most()).toBe(2);
});

test("deliveries that wait for a place get 202, and run two at a time", async () => {
  const { handler, ends, seqs, most } = gated();
  const { post, clock, log, runs, endedRow } = await retrying(handler, { atOnce: 2 });
  const answers = Array.from({ length: 40 }, () => post());
  await until(async () => (await log.forwards.counts()).leased === 40);
  await until(() => ends.length === 2);
  clock.advance(9_500);
  for (const answer of answers) expect((await answer).status).toBe(202);
  expect(runs.busy()).toBe(2);
  await endAll(ends, 40);
  for (let seq = 1; seq <= 40; seq += 1) expect((await endedRow(seq)).outcome).toBe("handled");
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(most()).toBe(2);
});

test("what waits for a place when the receiver ends is kept, and the limit holds after the restart", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const first = gated();
  const stopped = await retrying(first.handler, { atOnce: 2, dataDir, clock });
  const answers = Array.from({ length: 40 }, () => stopped.post());
  await until(async () => (await stopped.log.forwards.counts()).leased === 40);
  await until(() => first.ends.length === 2);
  await stopped.stop(1_000);
  for (const answer of answers) expect((await answer).status).toBe(202);
  expect(first.ends).toHaveLength(2);
  await stopped.log.close();
  const second = gated();
  const again = await retrying(second.handler, { atOnce: 2, dataDir, clock });
  await endAll(second.ends, 40);
  for (let seq = 1; seq <= 40; seq += 1) expect((await again.endedRow(seq)).outcome).toBe("handled");
  expect(second.most()).toBe(2);
});

test("a delivery that waits for a retry takes no place of its route", async () => {
  const tries: number[] = [];
  const { post, clock, endedRow } = await retrying(
    (_, { seq, tryNumber }) => {
      tries.push(seq);
      if (seq === 1 && tryNumber === 1) throw new Error("no rows");
    },
    { atOnce: 1, retriesMs: [10_000] },
  );
  expect((await post()).status).toBe(202);
  expect((await post()).status).toBe(200);
  await until(() => clock.due().includes(clock.nowMs() + 10_000));
  clock.advance(10_000);
  expect((await endedRow(1)).outcome).toBe("handled");
  expect(tries).toEqual([1, 2, 1]);
});

test("a handler without retries runs at most twice at a time, replays included", async () => {
  const { handler, ends, most } = gated();
  const { post, replay, rows } = await withoutRetries(handler, { atOnce: 2 });
  const answers = Array.from({ length: 10 }, () => post());
  await until(async () => (await rows()).length === 10);
  const replayed = replay(1);
  await until(async () => (await rows()).length === 11);
  expect(ends).toHaveLength(2);
  await endAll(ends, 11);
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect(await replayed).toMatchObject({ outcome: "handled" });
  expect(most()).toBe(2);
});

test("forwards of a route with a limit are sent two at a time", async () => {
  const ends: (() => void)[] = [];
  const target = await httpTarget((_, response) => void ends.push(() => response.end("taken")));
  const settingsOf = () => ({ ...runDefaults, atOnce: 2 });
  const { deliver, forward } = await forwarding(target.url, { settingsOf });
  const sent = Array.from({ length: 5 }, () => deliver());
  await until(() => ends.length === 2);
  expect(forward.busy()).toBe(2);
  await endAll(ends, 5);
  for (const { end } of sent) expect(await end).toEqual({ outcome: "handled", status: 200 });
});

test.each<[string, (handler: Handler, own: Partial<RunSettings>) => ReturnType<typeof withoutRetries>]>([
  ["without retries", withoutRetries],
  ["with retries", retrying],
])("order and limit hold together, %s", async (_, open) => {
  const random = seededRandom(7);
  const seqs = new Map<string, number[]>();
  const running: string[] = [];
  let most = 0;
  let overlaps = 0;
  const handler: Handler = async (_, request) => {
    const { id } = JSON.parse(request.text()).repo;
    if (running.includes(id)) overlaps += 1;
    running.push(id);
    most = Math.max(most, running.length);
    seqs.set(id, [...(seqs.get(id) ?? []), request.seq]);
    await sleep(random.below(8));
    running.splice(running.indexOf(id), 1);
  };
  const { post } = await open(handler, { order: "repo", atOnce: 3 });
  const answers = Array.from({ length: 120 }, (_, n) => post(JSON.stringify({ repo: { id: `${n % 12}` } })));
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect([...seqs.values()].map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 10));
  for (const each of seqs.values()) expect(each).toEqual(each.toSorted((a, b) => a - b));
  expect([most, overlaps]).toEqual([3, 0]);
});

test("a repo whose delivery waits for a place keeps its order for longer than orderWait", async () => {
  const { handler, ends, seqs } = gated();
  const { post, clock, log, endedRow } = await retrying(handler, {
    order: "repo",
    orderWaitMs: 60_000,
    atOnce: 1,
  });
  const answers: Promise<Response>[] = [];
  for (const id of ["a", "b", "b"]) {
    answers.push(post(JSON.stringify({ repo: { id } })));
    await until(async () => (await log.forwards.counts()).leased === answers.length);
  }
  await until(() => ends.length === 1);
  clock.advance(9_500);
  for (const answer of answers) expect((await answer).status).toBe(202);
  clock.advance(300_000);
  await endAll(ends, 3);
  for (const seq of [1, 2, 3]) {
    expect(await endedRow(seq)).toMatchObject({ outcome: "handled", reason: null });
  }
  expect(seqs).toEqual([1, 2, 3]);
});

test("a place that is kept for a run that does not come back goes to the next after a second", async () => {
  const clock = handClock();
  const limits = makeRouteLimits(clock);
  const limit = { route: "slow", atOnce: 1 };
  const gone = new AbortController();
  expect(limits.enter(1, limit, never)).toBeNull();
  const second = limits.enter(2, limit, gone.signal);
  const third = limits.enter(3, limit, never);
  expect(limits.enter(4, { ...limit, route: "other" }, never)).toBeNull();
  limits.keep(1);
  clock.advance(999);
  expect(limits.enter(1, limit, never)).toBeNull();
  limits.keep(1);
  gone.abort();
  expect(await second).toBe(false);
  clock.advance(1_000);
  expect(await third).toBe(true);
  limits.leave(3);
  limits.leave(3);
  expect(limits.enter(5, limit, never)).toBeNull();
});
