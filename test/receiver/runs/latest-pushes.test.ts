import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../../src/receiver/handlers/handler.ts";
import { actionInTurn } from "../../../src/receiver/runs/action-in-turn.ts";
import { answerInTime } from "../../../src/receiver/runs/answer-in-time.ts";
import { type RunSettings, runDefaults } from "../../../src/receiver/runs/run-settings.ts";
import { makeTurns } from "../../../src/receiver/runs/turns.ts";
import { forwarding } from "../../support/forwarding.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { gatedHandler } from "../../support/gated-handler.ts";
import { handClock } from "../../support/hand-clock.ts";
import { type OpenReceiver, openReceiver } from "../../support/open-receiver.ts";
import { seededRandom } from "../../support/random.ts";
import { rawTarget } from "../../support/raw-target.ts";
import { retrying } from "../../support/retrying.ts";
import { until } from "../../support/until.ts";

const latest = true;
const order = "repo";

/** Creates the body of a push. */
function push(refs: readonly string[] = ["main"], repo = "a"): string {
  const updatedRefs = refs.map((name) => ({ ref: `refs/heads/${name}`, oldSha: null, newSha: "b1e" }));
  return JSON.stringify({ repo: { id: repo, name: `me/${repo}` }, updatedRefs });
}

const supersededBy = (by: number) => ({
  outcome: "superseded",
  reason: `superseded by #${by}`,
  eventState: "superseded",
  open: false,
});

/** Opens a receiver whose route inbox has a handler without retries. */
async function once(handler: Handler, own: Partial<RunSettings>) {
  const clock = handClock();
  const settings = { ...runDefaults, ...own };
  const inTurn = actionInTurn(handlerAction("inbox", handler), settings, makeTurns(clock, true));
  const receiver = await openReceiver({
    routes: [{ name: "inbox", action: answerInTime(inTurn, "result", clock) }],
  });
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body, headers });
  return { ...receiver, clock, post };
}

/** Creates a handler that fails the first try of some deliveries. */
function failingOnce(...failed: readonly number[]) {
  const seqs: number[] = [];
  const handler: Handler = (_, { seq }) => {
    const isFirst = !seqs.includes(seq);
    seqs.push(seq);
    if (isFirst && failed.includes(seq)) throw new Error("no rows");
    return "done";
  };
  return { handler, seqs };
}

/** Posts a delivery and waits for its row. */
async function arrive(
  {
    post,
    log,
  }: Pick<OpenReceiver, "log"> & {
    post(body: string, headers?: Record<string, string>): Promise<Response>;
  },
  seq: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = post(body, headers);
  await until(async () => (await log.get(seq)) !== null);
  return answer.then(async (response) => ({ status: response.status, text: await response.text() }));
}

const superseded = (by: number) => ({ status: 200, text: `{"status":"superseded","by":${by}}` });

test.each<[string, (handler: Handler, own: Partial<RunSettings>) => ReturnType<typeof once>]>([
  ["without retries", once],
  ["with retries", retrying],
])("of three pushes to a ref the one that waits is superseded, %s", async (_, open) => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await open(handler, { latest, order });
  const first = arrive(receiver, 1, push());
  await until(() => calls.length === 1);
  const second = arrive(receiver, 2, push());
  await until(async () => (await receiver.log.get(2)) !== null);
  const otherRef = arrive(receiver, 3, push(["dev"]));
  await until(async () => (await receiver.log.get(3)) !== null);
  const otherRepo = arrive(receiver, 4, push(["main"], "b"));
  await until(() => calls.length === 2);
  const third = arrive(receiver, 5, push());
  expect(await second).toEqual(superseded(5));
  expect(await receiver.endedRow(2)).toMatchObject({
    ...supersededBy(5),
    status: 200,
    response: { status: 200 },
    attempts: [],
  });
  calls[0]!.end();
  calls[1]!.end();
  await until(() => calls.length === 3);
  calls[2]!.end();
  await until(() => calls.length === 4);
  calls[3]!.end();
  for (const answer of [first, otherRef, otherRepo, third]) {
    expect(await answer).toEqual({ status: 200, text: "done" });
  }
  expect(seqs()).toEqual([1, 4, 3, 5]);
  expect(await receiver.log.forwards.counts()).toMatchObject({ waiting: 0, dead: 0 });
});

test("without the setting all pushes run", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await once(handler, { order });
  const answers = [arrive(receiver, 1, push())];
  await until(() => calls.length === 1);
  for (const seq of [2, 3]) answers.push(arrive(receiver, seq, push()));
  await until(async () => (await receiver.log.get(3)) !== null);
  for (let n = 0; n < 3; n += 1) {
    await until(() => calls.length > n);
    calls[n]!.end();
  }
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect(seqs().toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});

test("a push that waits for its next try beside its sender is superseded", async () => {
  const { handler, seqs } = failingOnce(1);
  const receiver = await retrying(handler, { latest, retriesMs: [5_000] });
  const first = arrive(receiver, 1, push());
  await until(() => receiver.runs.waiting() === 1);
  expect((await arrive(receiver, 2, push())).status).toBe(200);
  expect(await first).toEqual(superseded(2));
  expect(await receiver.endedRow(1)).toMatchObject({ ...supersededBy(2), attempts: [{ status: 500 }] });
  receiver.clock.advance(5_000);
  await until(async () => (await receiver.log.forwards.counts()).leased === 0);
  expect(await receiver.log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
  expect(seqs).toEqual([1, 2]);
});

test("a push that waits in the queue is superseded at once, and a replay that waits there is not", async () => {
  const { handler, seqs } = failingOnce(1, 3, 4);
  const receiver = await retrying(handler, { latest, retriesMs: [20_000] });
  expect((await arrive(receiver, 1, push())).status).toBe(202);
  expect((await arrive(receiver, 2, push())).status).toBe(200);
  expect(await receiver.endedRow(1)).toMatchObject({
    ...supersededBy(2),
    status: null,
    response: { status: 202 },
    attempts: [{ status: 500 }],
    dead: false,
  });
  await until(() => receiver.runs.waiting() === 0);
  // Superseded pushes run when they are replayed, and those replays wait for their next try.
  expect(await receiver.replay(1)).toMatchObject({ seq: 3, outcome: "pending" });
  expect((await arrive(receiver, 4, push())).status).toBe(202);
  expect((await arrive(receiver, 5, push())).status).toBe(200);
  expect(await receiver.endedRow(4)).toMatchObject(supersededBy(5));
  expect((await receiver.log.get(3))!.outcome).toBe("pending");
  receiver.clock.advance(20_000);
  expect(await receiver.endedRow(3)).toMatchObject({ outcome: "handled", eventState: "handled" });
  expect(seqs).toEqual([1, 2, 3, 4, 5, 3]);
});

test("a push that runs is not superseded, unless it would wait for its next try", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await retrying(handler, { latest });
  const first = arrive(receiver, 1, push());
  await until(() => calls.length === 1);
  const second = arrive(receiver, 2, push());
  await until(() => calls.length === 2);
  calls[0]!.end(new Error("no rows"));
  expect(await first).toEqual(superseded(2));
  expect(await receiver.endedRow(1)).toMatchObject({ ...supersededBy(2), attempts: [{ status: 500 }] });
  calls[1]!.end();
  expect(await second).toEqual({ status: 200, text: "done" });
  const later = arrive(receiver, 3, push());
  await until(() => calls.length === 3);
  receiver.clock.advance(9_500);
  expect((await later).status).toBe(202);
  const last = arrive(receiver, 4, push());
  await until(() => calls.length === 4);
  calls[2]!.end();
  expect(await receiver.endedRow(3)).toMatchObject({ outcome: "handled" });
  calls[3]!.end();
  expect((await last).status).toBe(200);
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

test("a run that fails after its 202 is superseded by a push that came meanwhile", async () => {
  const { handler, calls } = gatedHandler();
  const receiver = await retrying(handler, { latest });
  const first = arrive(receiver, 1, push());
  await until(() => calls.length === 1);
  receiver.clock.advance(9_500);
  expect((await first).status).toBe(202);
  const second = arrive(receiver, 2, push());
  await until(() => calls.length === 2);
  calls[0]!.end(new Error("no rows"));
  expect(await receiver.endedRow(1)).toMatchObject({ ...supersededBy(2), attempts: [{ status: 500 }] });
  calls[1]!.end();
  expect((await second).status).toBe(200);
  await until(async () => (await receiver.log.forwards.counts()).leased === 0);
  expect(await receiver.log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a push that got 202 while it waited for its turn is superseded", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await retrying(handler, { latest, order });
  const answers = [arrive(receiver, 1, push())];
  await until(() => calls.length === 1);
  answers.push(arrive(receiver, 2, push()));
  await until(async () => (await receiver.log.forwards.counts()).leased === 2);
  receiver.clock.advance(9_500);
  for (const answer of answers) expect((await answer).status).toBe(202);
  const third = arrive(receiver, 3, push());
  expect(await receiver.endedRow(2)).toMatchObject({ ...supersededBy(3), response: { status: 202 } });
  calls[0]!.end();
  await until(() => calls.length === 2);
  calls[1]!.end();
  expect((await third).status).toBe(200);
  expect(seqs()).toEqual([1, 3]);
});

test("a push that waits for a place is superseded", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await retrying(handler, { latest });
  const running = Array.from({ length: 16 }, (_, n) => receiver.post(push(["main"], `other-${n}`)));
  await until(() => calls.length === 16);
  const waiting = arrive(receiver, 17, push());
  await until(() => receiver.runs.inLine() === 1);
  const last = arrive(receiver, 18, push());
  expect(await waiting).toEqual(superseded(18));
  await until(() => receiver.runs.inLine() === 1);
  for (const call of calls) call.end();
  await until(() => calls.length === 17);
  calls[16]!.end();
  for (const answer of [...running, last]) expect((await answer).status).toBe(200);
  expect(seqs().slice(16)).toEqual([18]);
});

test("a push that waits for a place of its route is superseded", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await once(handler, { latest, atOnce: 1 });
  const first = arrive(receiver, 1, push(["main"], "b"));
  await until(() => calls.length === 1);
  const second = arrive(receiver, 2, push());
  await until(async () => (await receiver.log.get(2)) !== null);
  const third = arrive(receiver, 3, push());
  expect(await second).toEqual(superseded(3));
  calls[0]!.end();
  await until(() => calls.length === 2);
  calls[1]!.end();
  for (const answer of [first, third]) expect((await answer).status).toBe(200);
  expect(seqs()).toEqual([1, 3]);
});

test("a push of several refs is superseded only by one that has them all, and other events are not pushes", async () => {
  const { handler } = failingOnce(1, 2, 3, 4);
  const receiver = await retrying(handler, { latest, retriesMs: [20_000] });
  const bodies = [
    push(["main", "dev"]),
    JSON.stringify({ repo: { id: "a" } }),
    JSON.stringify({ repo: { name: "a" }, updatedRefs: [{ ref: "refs/heads/main" }] }),
    JSON.stringify({ repo: { id: "a" }, updatedRefs: [] }),
  ];
  for (const [n, body] of bodies.entries()) expect((await arrive(receiver, n + 1, body)).status).toBe(202);
  expect((await arrive(receiver, 5, push(["main"]))).status).toBe(200);
  expect((await arrive(receiver, 6, push(["dev", "new"]))).status).toBe(200);
  await receiver.endedRow(6);
  expect((await receiver.rows()).slice(0, 4).map(({ outcome }) => outcome)).toEqual(
    bodies.map(() => "pending"),
  );
  expect((await arrive(receiver, 7, push(["new", "dev", "main"]))).status).toBe(200);
  expect(await receiver.endedRow(1)).toMatchObject(supersededBy(7));
});

test("a repeat of a superseded push runs nothing, also after a restart, and a replay runs", async () => {
  const dataDir = freshDataDir();
  const { handler, seqs } = failingOnce(1);
  const stopped = await retrying(handler, { latest, dataDir, retriesMs: [20_000] });
  const old = { "Webhook-Id": "msg_1" };
  expect((await arrive(stopped, 1, push(), old)).status).toBe(202);
  expect((await arrive(stopped, 2, push(), { "Webhook-Id": "msg_2" })).status).toBe(200);
  await stopped.endedRow(1);
  expect(await arrive(stopped, 3, push(), old)).toEqual({ status: 200, text: '{"status":"superseded"}' });
  expect(await stopped.endedRow(3)).toMatchObject({ ...supersededBy(2), eventOf: 1 });
  await stopped.stop(0);
  await stopped.log.close();
  const again = await retrying(handler, { latest, dataDir });
  expect((await arrive(again, 4, push(), old)).text).toBe('{"status":"superseded"}');
  expect(await again.endedRow(4)).toMatchObject(supersededBy(2));
  expect(await again.replayOpen(1)).toMatchObject({ seq: 5, outcome: "superseded" });
  expect(await again.replay(1)).toMatchObject({ seq: 6, outcome: "handled" });
  expect(await again.endedRow(1)).toMatchObject({ outcome: "superseded", eventState: "handled" });
  expect(seqs).toEqual([1, 2, 6]);
});

test("a repeat of an older push that has failed supersedes no newer one, but is superseded", async () => {
  const { handler, calls, seqs } = gatedHandler();
  const receiver = await once(handler, { latest, order });
  const old = { "Webhook-Id": "msg_1" };
  const failed = arrive(receiver, 1, push(), old);
  await until(() => calls.length === 1);
  calls[0]!.end(new Error("no rows"));
  expect((await failed).status).toBe(500);
  await receiver.endedRow(1);
  const other = arrive(receiver, 2, push(["dev"]));
  await until(() => calls.length === 2);
  const newer = arrive(receiver, 3, push(), { "Webhook-Id": "msg_2" });
  await until(async () => (await receiver.log.get(3)) !== null);
  expect(await arrive(receiver, 4, push(), old)).toEqual(superseded(3));
  expect(await receiver.endedRow(4)).toMatchObject({ ...supersededBy(3), eventOf: 1 });
  calls[1]!.end();
  await until(() => calls.length === 3);
  calls[2]!.end();
  for (const answer of [other, newer]) expect((await answer).status).toBe(200);
  expect(seqs()).toEqual([1, 2, 3]);
});

test("a push that waits in the queue at the end of a receiver is superseded by one after the next start", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const { handler, seqs } = failingOnce(1, 2);
  const stopped = await retrying(handler, { latest, dataDir, clock, retriesMs: [20_000] });
  expect((await arrive(stopped, 1, push())).status).toBe(202);
  expect((await arrive(stopped, 2, push(["dev"]))).status).toBe(202);
  await stopped.stop(0);
  await stopped.log.close();
  const again = await retrying(handler, { latest, dataDir, clock, retriesMs: [20_000] });
  expect((await arrive(again, 3, push())).status).toBe(200);
  await again.endedRow(3);
  clock.advance(20_000);
  expect(await again.endedRow(1)).toMatchObject({ ...supersededBy(3), dead: false });
  expect(await again.endedRow(2)).toMatchObject({ outcome: "handled" });
  expect(seqs).toEqual([1, 2, 3, 2]);
  await until(async () => (await again.log.forwards.counts()).leased === 0);
  expect(await again.log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test.each([
  ["in any order", {}],
  ["one of a repo at a time", { order }],
  ["two at once", { atOnce: 2 }],
] as const)(
  "of 300 pushes with failures each is handled or superseded, and the last of each ref handled, %s",
  async (_, own) => {
    const random = seededRandom(49);
    const refOf = (seq: number): number => (seq * 7) % 6;
    const tries = new Map<number, number>();
    const receiver = await retrying(
      async (_, { seq }) => {
        tries.set(seq, (tries.get(seq) ?? 0) + 1);
        await sleep(random.below(5));
        if (tries.get(seq) === 1 && random.below(3) === 0) throw new Error("no rows");
        return "done";
      },
      { latest, ...own, retriesMs: [5_000, 20_000] },
    );
    const answers: Promise<Response>[] = [];
    for (let n = 0; n < 300; n += 1) {
      const ref = refOf(n);
      answers.push(receiver.post(push([`branch-${ref % 2}`], `repo-${ref % 3}`)));
      if (n % 20 === 19) await until(async () => (await receiver.log.lastSeq()) === n + 1);
    }
    const isOver = async (): Promise<boolean> => {
      receiver.clock.advance(1_000);
      return (await receiver.rows()).every(({ outcome }) => outcome !== "pending");
    };
    await until(isOver);
    for (const answer of answers) expect((await answer).ok).toBe(true);
    const rows = await receiver.rows();
    const newest = Map.groupBy(rows, ({ body }) => Buffer.from(body).toString());
    expect(newest.size).toBe(6);
    for (const ofRef of newest.values()) expect(ofRef.at(-1)).toMatchObject({ outcome: "handled" });
    const ended = rows.filter(({ outcome }) => outcome === "superseded");
    expect(ended.length).toBeGreaterThan(0);
    for (const { seq, reason, body, attempts } of ended) {
      const by = rows.find((row) => reason === `superseded by #${row.seq}`);
      expect(by!.seq).toBeGreaterThan(seq);
      expect(Buffer.from(by!.body).equals(body)).toBe(true);
      expect(tries.get(seq) ?? 0).toBe(attempts.length);
    }
    expect(rows.filter(({ outcome }) => outcome === "handled").length + ended.length).toBe(300);
    await until(async () => (await receiver.log.forwards.counts()).leased === 0);
    expect(await receiver.log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
    expect([receiver.runs.waiting(), receiver.runs.busy(), receiver.runs.inLine()]).toEqual([0, 0, 0]);
  },
);

test("a forward that waits for its target is superseded, beside its sender and in the queue", async () => {
  const { url } = await rawTarget((socket) => void socket.destroy());
  const settingsOf = () => ({ ...runDefaults, latest });
  const { deliver, forward, log, skip } = await forwarding(url, { settingsOf });
  const pushed = (seq: number) =>
    deliver({
      body: Buffer.from(push()),
      payload: JSON.parse(push()),
      event: { id: null, first: seq, number: 1, firstAtMs: 0 },
    });
  const first = pushed(1);
  await until(() => forward.waiting() === 1);
  const second = pushed(2);
  expect(await first.answer).toMatchObject(superseded(2));
  expect(await first.end).toEqual({ outcome: "superseded", status: 200 });
  for (const delayMs of [200, 1_000, 5_000]) await skip(delayMs);
  expect((await second.answer).status).toBe(202);
  const third = pushed(3);
  expect(await second.end).toEqual({ outcome: "superseded", status: null });
  expect(await log.get(2)).toMatchObject({ ...supersededBy(3), dead: false, response: { status: 202 } });
  await until(() => forward.waiting() === 1);
  third.leave();
});
