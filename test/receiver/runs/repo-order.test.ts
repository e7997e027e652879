import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../../src/receiver/handlers/handler.ts";
import { actionInTurn } from "../../../src/receiver/runs/action-in-turn.ts";
import { answerInTime } from "../../../src/receiver/runs/answer-in-time.ts";
import { runDefaults } from "../../../src/receiver/runs/run-settings.ts";
import { makeTurns } from "../../../src/receiver/runs/turns.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { gatedHandler } from "../../support/gated-handler.ts";
import { handClock } from "../../support/hand-clock.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { seededRandom } from "../../support/random.ts";
import { rawConnection } from "../../support/raw-http.ts";
import { retrying } from "../../support/retrying.ts";
import { until } from "../../support/until.ts";

const order = "repo";
const ofRepo = (id: string): string => JSON.stringify({ repo: { id, name: "me/data" } });

/** Opens a receiver whose route inbox has a handler without retries, but with order. */
async function ordered(handler: Handler) {
  const clock = handClock();
  const settings = { ...runDefaults, order } as const;
  const inTurn = actionInTurn(handlerAction("inbox", handler), settings, makeTurns(clock, true));
  const action = answerInTime(inTurn, "result", clock);
  const receiver = await openReceiver({ routes: [{ name: "inbox", action }] });
  const post = (body: string): Promise<Response> =>
    fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body });
  return { ...receiver, clock, post };
}

/** Creates a handler that fails the first try of delivery 1. */
function failingOnce() {
  const seqs: number[] = [];
  const handler: Handler = (_, { seq, tryNumber }) => {
    seqs.push(seq);
    if (seq === 1 && tryNumber === 1) throw new Error("no rows");
    return "done";
  };
  return { handler, seqs };
}

/** Posts a delivery and waits for its row, which it shares with its place in the order. */
async function arrive(
  { post, log }: Pick<Awaited<ReturnType<typeof ordered>>, "post" | "log">,
  seq: number,
  body: string,
): Promise<Response> {
  const answer = post(body);
  await until(async () => (await log.get(seq)) !== null);
  return answer;
}

test.each<[string, typeof ordered]>([
  ["without retries", ordered],
  ["with retries", (handler) => retrying(handler, { order })],
])("1,000 events of 50 repos run in order of arrival, one of a repo at a time, %s", async (_, open) => {
  const random = seededRandom(32);
  const seqs = new Map<string, number[]>();
  const running = new Set<string>();
  let overlaps = 0;
  let most = 0;
  const { post } = await open(async (_, request) => {
    const { id } = JSON.parse(request.text()).repo;
    if (running.has(id)) overlaps += 1;
    running.add(id);
    most = Math.max(most, running.size);
    seqs.set(id, [...(seqs.get(id) ?? []), request.seq]);
    await sleep(random.below(8));
    running.delete(id);
  });
  const answers = Array.from({ length: 1_000 }, (_, n) => post(ofRepo(`repo-${n % 50}`)));
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect([...seqs.values()].map(({ length }) => length)).toEqual(Array.from({ length: 50 }, () => 20));
  for (const each of seqs.values()) expect(each).toEqual(each.toSorted((a, b) => a - b));
  expect(overlaps).toBe(0);
  expect(most).toBeGreaterThan(1);
});

test("a delivery whose turn has not come gets 202 after 9.5 s, and runs after the earlier one has failed", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await ordered(handler);
  const answers = [1, 2].map((seq) => arrive(receiver, seq, ofRepo("a")));
  await until(() => receiver.clock.due().length === 2);
  receiver.clock.advance(9_500);
  for (const answer of answers) expect((await answer).status).toBe(202);
  expect(seqs()).toEqual([1]);
  calls[0]!.end(new Error("no rows"));
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "failed", status: 500 });
  await until(() => calls.length === 2);
  calls[1]!.end();
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", reason: null });
});

test("a repo without an ID has its name, and deliveries without a repo and replays run at once", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const { post, replay } = await ordered(handler);
  const named = '{"repo":{"name":"me/data"}}';
  const answers = [post(named)];
  await until(() => calls.length === 1);
  const later = post(named);
  const others = [post("{}"), post("{}"), post('{"repo":{"name":"me/other"}}')];
  await until(() => calls.length === 4);
  const replayed = replay(1);
  await until(() => calls.length === 5);
  for (const call of calls) call.end();
  await until(() => calls.length === 6);
  expect(seqs().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  calls[5]!.end();
  for (const answer of [...answers, ...others, later]) expect((await answer).status).toBe(200);
  expect(await replayed).toMatchObject({ outcome: "handled" });
});

test("a sender that leaves before its turn ends the wait, and later deliveries run", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await ordered(handler);
  const first = receiver.post(ofRepo("a"));
  await until(() => calls.length === 1);
  const connection = await rawConnection(receiver.port);
  const body = ofRepo("a");
  connection.send(
    `POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until(async () => (await receiver.log.get(2)) !== null);
  const third = arrive(receiver, 3, ofRepo("a"));
  connection.destroy();
  expect(await receiver.endedRow(2)).toMatchObject({
    outcome: "interrupted",
    reason: "not run: the sender disconnected before its turn",
  });
  calls[0]!.end();
  await until(() => calls.length === 2);
  calls[1]!.end();
  for (const answer of [first, third]) expect((await answer).status).toBe(200);
  expect(seqs()).toEqual([1, 3]);
});

test("the end of the receiver ends the wait of a route without retries", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await ordered(handler);
  const first = Promise.allSettled([receiver.post(ofRepo("a"))]);
  await until(() => calls.length === 1);
  const second = Promise.allSettled([receiver.post(ofRepo("a"))]);
  await until(async () => (await receiver.log.get(2)) !== null);
  await receiver.close(0);
  await Promise.all([first, second]);
  expect(await receiver.log.get(2)).toMatchObject({
    outcome: "interrupted",
    reason: "not run: the receiver is stopping before its turn",
    response: { status: 503 },
  });
  expect(seqs()).toEqual([1]);
});

test("a run that waits for a retry holds the later ones of its repo, which then run in order", async () => {
  const { handler, seqs } = failingOnce();
  const receiver = await retrying(handler, { order, retriesMs: [10_000] });
  expect((await receiver.post(ofRepo("a"))).status).toBe(202);
  const later = [2, 3].map((seq) => arrive(receiver, seq, ofRepo("a")));
  await until(async () => (await receiver.log.lastSeq()) === 3);
  expect((await receiver.post(ofRepo("b"))).status).toBe(200);
  await until(async () => (await receiver.log.forwards.counts()).leased === 2);
  receiver.clock.advance(9_500);
  for (const answer of later) expect((await answer).status).toBe(202);
  expect(seqs.toSorted((a, b) => a - b)).toEqual([1, 4]);
  receiver.clock.advance(500);
  for (const seq of [1, 2, 3]) {
    expect(await receiver.endedRow(seq)).toMatchObject({ outcome: "handled", reason: null });
  }
  expect(seqs.filter((seq) => seq !== 4)).toEqual([1, 1, 2, 3]);
});

test("after the longest wait later runs pass the one that waits for a retry, and their rows say so", async () => {
  const { handler, seqs } = failingOnce();
  const receiver = await retrying(handler, { order, orderWaitMs: 60_000, retriesMs: [3_600_000] });
  expect((await receiver.post(ofRepo("a"))).status).toBe(202);
  const second = arrive(receiver, 2, ofRepo("a"));
  await until(async () => (await receiver.log.forwards.counts()).leased === 1);
  receiver.clock.advance(9_500);
  expect((await second).status).toBe(202);
  receiver.clock.advance(50_499);
  expect(seqs).toEqual([1]);
  receiver.clock.advance(1);
  const reason = "ran before #1, which waits for a retry";
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", reason });
  expect((await receiver.post(ofRepo("a"))).status).toBe(200);
  expect(await receiver.endedRow(3)).toMatchObject({ outcome: "handled", reason });
  receiver.clock.advance(3_600_000);
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "handled", reason: null });
  expect((await receiver.post(ofRepo("a"))).status).toBe(200);
  expect(await receiver.endedRow(4)).toMatchObject({ outcome: "handled", reason: null });
  expect(seqs).toEqual([1, 2, 3, 1, 4]);
});

test("a retry does not overlap a run that has passed it, and waits without a place", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await retrying(handler, { order, orderWaitMs: 5_000, retriesMs: [20_000] });
  const first = receiver.post(ofRepo("a"));
  await until(() => calls.length === 1);
  calls[0]!.end(new Error("no rows"));
  expect((await first).status).toBe(202);
  const second = arrive(receiver, 2, ofRepo("a"));
  await until(async () => (await receiver.log.forwards.counts()).leased === 1);
  receiver.clock.advance(5_000);
  await until(() => calls.length === 2);
  receiver.clock.advance(15_000);
  expect((await second).status).toBe(202);
  await until(async () => (await receiver.log.forwards.counts()).leased === 2);
  await until(() => receiver.runs.busy() === 1);
  expect(seqs()).toEqual([1, 2]);
  calls[1]!.end(new Error("no rows"));
  await until(() => calls.length === 3);
  calls[2]!.end();
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "handled" });
  expect(seqs()).toEqual([1, 2, 1]);
});

test("dead and dropped deliveries hold no later ones", async () => {
  const { handler, seqs } = failingOnce();
  const dead = await retrying(handler, { order, retriesMs: [] });
  expect((await dead.post(ofRepo("a"))).status).toBe(202);
  expect((await dead.post(ofRepo("a"))).status).toBe(200);
  expect(seqs).toEqual([1, 2]);
  const dropped = await retrying(failingOnce().handler, { order });
  expect((await dropped.post(ofRepo("a"))).status).toBe(202);
  const later = arrive(dropped, 2, ofRepo("a"));
  await until(async () => (await dropped.log.forwards.counts()).leased === 1);
  expect(await dropped.runs.drop([1])).toBe(1);
  expect((await later).status).toBe(200);
});

test("runs that wait for their turn when the receiver ends are kept, and run in order after the restart", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const { handler, calls } = gatedHandler();
  const stopped = await retrying(handler, { order, dataDir, clock });
  const answers = [stopped.post(ofRepo("a"))];
  await until(() => calls.length === 1);
  for (let seq = 2; seq <= 20; seq += 1) answers.push(arrive(stopped, seq, ofRepo("a")));
  await until(async () => (await stopped.log.forwards.counts()).leased === 20);
  await stopped.stop(1_000);
  for (const answer of answers) expect((await answer).status).toBe(202);
  expect(calls).toHaveLength(1);
  await stopped.log.close();
  const seqs: number[] = [];
  let running = 0;
  let most = 0;
  const again = await retrying(
    async (_, { seq }) => {
      most = Math.max(most, (running += 1));
      seqs.push(seq);
      await new Promise(setImmediate);
      running -= 1;
    },
    { order, dataDir, clock },
  );
  for (let seq = 1; seq <= 20; seq += 1) {
    expect(await again.endedRow(seq)).toMatchObject({ outcome: "handled", reason: null });
  }
  expect(seqs).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(most).toBe(1);
});
