import { describe, expect, onTestFinished, test } from "vitest";
import type { DispatchQueue } from "../../src/store/dispatch-queue.ts";
import type { Job, NewJob } from "../../src/store/work-queue.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

export type OpenQueue = (dataDir: string) => Promise<DispatchQueue>;

const leaseMs = 1000;

function newJob(lane: string, dueAtMs = 0, body: unknown = null): NewJob {
  return { lane, dueAtMs, body };
}

const ids = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);

/** Tests of every DispatchQueue. Times are small numbers: the queue has no clock of its own. */
export function dispatchQueueContract(name: string, open: OpenQueue): void {
  async function opened(dataDir: string = freshDataDir()): Promise<DispatchQueue> {
    const queue = await open(dataDir);
    onTestFinished(() => queue.close());
    return queue;
  }

  describe(`${name}: dispatch queue`, () => {
    test("claims due jobs with their bodies, oldest first", async () => {
      const queue = await opened();
      const put = await queue.enqueue([
        newJob("a", 5, { nested: ["ünïcode", 1, null] }),
        newJob("b", 50),
        newJob("a", 3, "text"),
      ]);
      expect(put).toEqual(put.toSorted((one, other) => one - other));
      expect(await queue.claim(9, leaseMs, 2)).toEqual([]);
      expect(await queue.claim(9, leaseMs, 10)).toEqual([
        { id: put[0], lane: "a", body: { nested: ["ünïcode", 1, null] }, dueAtMs: 5 },
        { id: put[2], lane: "a", body: "text", dueAtMs: 3 },
      ]);
      expect(ids(await queue.claim(9, leaseMs, 50))).toEqual([put[1]]);
    });

    test("hastens waiting jobs, and drops those that are neither claimed nor dead", async () => {
      const queue = await opened();
      const [due, dead] = await queue.enqueue([newJob("a"), newJob("c")]);
      expect(ids(await queue.claim(2, leaseMs, 0))).toEqual([due, dead]);
      await queue.dead(dead ?? 0);
      const [late] = await queue.enqueue([newJob("a", 9000), newJob("b", 9000), newJob("c", 9000)]);
      expect(await queue.hasten(["a", "none"], 50)).toBe(1);
      expect(ids(await queue.claim(9, leaseMs, 50))).toEqual([late]);
      expect(await queue.hasten(null, 60)).toBe(2);
      expect(await queue.hasten(null, 60)).toBe(0);
      expect(await queue.dropWaiting(["a"])).toEqual([]);
      expect(await queue.dropWaiting(["b"])).toEqual(["b"]);
      await queue.hold("c");
      expect(await queue.dropWaiting(null)).toEqual(["c"]);
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 2, dead: 1, held: 0 });
    });

    test("enqueues all jobs or none", async () => {
      const queue = await opened();
      const circular: Record<string, unknown> = {};
      circular["self"] = circular;
      await expect(queue.enqueue([newJob("a"), newJob("a", 0, circular)])).rejects.toThrow(TypeError);
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
      expect(await queue.enqueue([])).toEqual([]);
      expect(await queue.enqueue([newJob("a")])).toHaveLength(1);
    });

    test("keeps jobs and leases over a restart", async () => {
      const dataDir = freshDataDir();
      const first = await open(dataDir);
      const [leased, waiting] = await first.enqueue([newJob("a"), newJob("a")]);
      await first.claim(1, leaseMs, 0);
      await first.close();
      const queue = await opened(dataDir);
      expect(ids(await queue.claim(9, leaseMs, 500))).toEqual([waiting]);
      expect(await queue.claim(9, leaseMs, 1000)).toMatchObject([{ id: leased }]);
    });

    test("gives a job to one claim at a time, also of two open queues", async () => {
      const dataDir = freshDataDir();
      const [one, other] = [await opened(dataDir), await opened(dataDir)];
      const put = await one.enqueue(Array.from({ length: 200 }, () => newJob("a")));
      const claims = await Promise.all(
        Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? one : other).claim(5, leaseMs, 0)),
      );
      expect(claims.flatMap(ids).toSorted((a, b) => a - b)).toEqual(put);
      expect(await other.claim(1, leaseMs, 0)).toEqual([]);
    });

    test("claims a job again after its lease expires", async () => {
      const queue = await opened();
      const [id] = await queue.enqueue([newJob("a")]);
      expect(await queue.claim(1, leaseMs, 0)).toMatchObject([{ id }]);
      expect(await queue.claim(1, leaseMs, 999)).toEqual([]);
      expect(await queue.claim(1, leaseMs, 1000)).toMatchObject([{ id }]);
    });

    test("endLeases makes leased jobs due, except in a held lane", async () => {
      const queue = await opened();
      const [first, waiting] = await queue.enqueue([newJob("a"), newJob("a", 900)]);
      const [held] = await queue.enqueue([newJob("b")]);
      await queue.claim(9, leaseMs, 0);
      await queue.hold("b");
      expect(await queue.leased()).toEqual(["a", "b"]);
      await queue.endLeases(10);
      expect(await queue.leased()).toEqual([]);
      expect(await queue.nextDueAtMs()).toBe(10);
      expect(await queue.claim(9, leaseMs, 10)).toMatchObject([{ id: first, dueAtMs: 10 }]);
      await queue.release("b");
      expect(ids(await queue.claim(9, leaseMs, 900))).toEqual([waiting, held]);
    });

    test("endLeases makes jobs due that only a wrong clock can have delayed", async () => {
      const queue = await opened();
      const [near, far] = await queue.enqueue([newJob("a", 500), newJob("b", 501)]);
      await queue.endLeases(10, 500);
      expect(ids(await queue.claim(9, leaseMs, 10))).toEqual([far]);
      expect(ids(await queue.claim(9, leaseMs, 500))).toContain(near);
    });

    test("enqueues a leased job as if it was claimed", async () => {
      const queue = await opened();
      const [underWay] = await queue.enqueue([{ ...newJob("a", 50), isLeased: true }]);
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 1, dead: 0, held: 0 });
      expect(await queue.claim(9, leaseMs, 49)).toEqual([]);
      expect(ids(await queue.claim(9, leaseMs, 50))).toEqual([underWay]);
    });

    test("removes a done job, delays a retried one, and keeps a dead one", async () => {
      const queue = await opened();
      const [done, again, dead] = await queue.enqueue([newJob("a"), newJob("a"), newJob("a")]);
      await queue.claim(3, leaseMs, 0);
      await Promise.all([queue.done(done ?? 0), queue.retry(again ?? 0, 300), queue.dead(dead ?? 0)]);
      expect(await queue.counts()).toEqual({ waiting: 1, leased: 0, dead: 1, held: 0 });
      expect(await queue.claim(9, leaseMs, 299)).toEqual([]);
      expect(await queue.claim(9, leaseMs, 5000)).toMatchObject([{ id: again }]);
      expect(await queue.claim(9, leaseMs, 9000)).toMatchObject([{ id: again }]);
    });

    test("keeps the order of a lane when an older job is due again", async () => {
      const queue = await opened();
      const [older, newer] = await queue.enqueue([newJob("a"), newJob("a", 10)]);
      await queue.claim(1, leaseMs, 0);
      await queue.retry(older ?? 0, 20);
      expect(ids(await queue.claim(9, leaseMs, 30))).toEqual([older, newer]);
    });

    test("nextDueAtMs returns the next due time", async () => {
      const queue = await opened();
      expect(await queue.nextDueAtMs()).toBeNull();
      const [first] = await queue.enqueue([newJob("a", 40), newJob("b", 70)]);
      expect(await queue.nextDueAtMs()).toBe(40);
      await queue.claim(1, 20, 45);
      expect(await queue.nextDueAtMs()).toBe(65);
      await queue.done(first ?? 0);
      expect(await queue.nextDueAtMs()).toBe(70);
      await queue.hold("b");
      expect(await queue.nextDueAtMs()).toBeNull();
    });

    test("claims no jobs of a held lane until it is released", async () => {
      const queue = await opened();
      const [leased, waiting] = await queue.enqueue([newJob("a"), newJob("a")]);
      await queue.claim(1, leaseMs, 0);
      await queue.hold("a");
      const [added] = await queue.enqueue([newJob("a")]);
      const [other] = await queue.enqueue([newJob("b")]);
      await queue.retry(leased ?? 0, 0);
      expect(await queue.counts("a")).toEqual({ waiting: 0, leased: 0, dead: 0, held: 3 });
      expect(ids(await queue.claim(9, leaseMs, 5000))).toEqual([other]);
      await queue.release("a");
      expect(ids(await queue.claim(9, leaseMs, 5000))).toEqual([leased, waiting, added]);
    });

    test("holds a job whose lease expires in a held lane", async () => {
      const queue = await opened();
      await queue.enqueue([newJob("a")]);
      await queue.claim(1, leaseMs, 0);
      await queue.hold("a");
      expect(await queue.claim(9, leaseMs, 5000)).toEqual([]);
      expect(await queue.counts()).toMatchObject({ held: 1, leased: 0 });
    });

    test("drops one lane only", async () => {
      const queue = await opened();
      await queue.enqueue([newJob("a"), newJob("b"), newJob("a")]);
      expect(await queue.drop("a")).toBe(2);
      expect(await queue.drop("a")).toBe(0);
      expect(await queue.counts()).toMatchObject({ waiting: 1 });
      expect(await queue.counts("a")).toMatchObject({ waiting: 0 });
    });

    test("leases at most perLane jobs of a lane, and skips its others", async () => {
      const queue = await opened();
      await queue.enqueue(Array.from({ length: 100 }, () => newJob("busy")));
      const [other] = await queue.enqueue([newJob("other")]);
      const lanes = (jobs: readonly Job[]): string[] => jobs.map(({ lane }) => lane);
      const first = await queue.claim(9, leaseMs, 0, 2);
      expect(lanes(first)).toEqual(["busy", "busy", "other"]);
      expect(await queue.claim(9, leaseMs, 0, 2)).toEqual([]);
      await queue.done(first[0]?.id ?? 0);
      await queue.done(other ?? 0);
      expect(lanes(await queue.claim(9, leaseMs, 0, 2))).toEqual(["busy"]);
    });

    test("finds jobs of other lanes behind the backlog of a full one, oldest first", async () => {
      const queue = await opened();
      await queue.enqueue(Array.from({ length: 2_000 }, () => newJob("busy")));
      const others = await queue.enqueue([
        newJob("z"),
        newJob("b"),
        newJob("z"),
        newJob("c", 9),
        newJob("a"),
      ]);
      const [z, b, laterZ, , a] = others;
      expect(await queue.claim(4, leaseMs, 0, 4)).toMatchObject(
        Array.from({ length: 4 }, () => ({ lane: "busy" })),
      );
      expect(ids(await queue.claim(2, leaseMs, 0, 4))).toEqual([z, laterZ]);
      expect(ids(await queue.claim(9, leaseMs, 0, 4))).toEqual([b, a]);
    });

    test("claims 10,000 jobs of many lanes, each once and each lane in order", async () => {
      const queue = await opened();
      const put = await queue.enqueue(
        Array.from({ length: 10_000 }, (_, index) => newJob(`lane-${index % 37}`, index)),
      );
      const worked: Job[] = [];
      for (;;) {
        const jobs = await queue.claim(64, leaseMs, 10_000, 8);
        if (jobs.length === 0) break;
        worked.push(...jobs);
        await Promise.all(jobs.map(({ id }) => queue.done(id)));
      }
      expect(ids(worked).toSorted((a, b) => a - b)).toEqual(put);
      for (const ofLane of Map.groupBy(worked, ({ lane }) => lane).values()) {
        expect(ids(ofLane)).toEqual(ids(ofLane).toSorted((a, b) => a - b));
      }
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
    });
  });
}
