import { describe, expect, onTestFinished, test } from "vitest";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import type { Job, JobCounts, NewJob, WorkQueue } from "../../src/store/work-queue.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

/** Lease of a job whose lease must not expire in a test, in milliseconds. */
const leaseMs = 30_000;

/** Lease or delay that a test waits for, in milliseconds. */
const shortMs = 400;

/** A job per delivery, as forwards have. */
function newJob(lane: string, dueInMs = 0, body: unknown = { seq: Number(lane) }): NewJob {
  return { lane, dueAtMs: Date.now() + dueInMs, body };
}

const ids = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);
const sorted = (each: readonly number[]): number[] => each.toSorted((a, b) => a - b);
const lanes = (jobs: readonly Job[]): string[] => jobs.map(({ lane }) => lane);

/** Log whose queue is tested. */
type LogWithQueue = Pick<DeliveryLog, "forwards" | "close">;

/** Tests of the queue of every DeliveryLog, in real time: its clock may be that of a server. */
export function workQueueContract(name: string, open: (dataDir: string) => Promise<LogWithQueue>): void {
  async function opened(dataDir: string = freshDataDir()): Promise<WorkQueue> {
    const log = await open(dataDir);
    onTestFinished(() => log.close());
    return log.forwards;
  }

  const claim = (queue: WorkQueue, n = 9, lease = leaseMs): Promise<readonly Job[]> =>
    queue.claim(n, lease, Date.now());

  /** Claims until `n` jobs are claimed, in the order of their claims. */
  async function claimed(queue: WorkQueue, n: number, lease = leaseMs): Promise<readonly Job[]> {
    const jobs: Job[] = [];
    await expect
      .poll(
        async () => {
          jobs.push(...(await claim(queue, n - jobs.length, lease)));
          return jobs.length;
        },
        { interval: 10 },
      )
      .toBe(n);
    return jobs;
  }

  async function expectCounts(queue: WorkQueue, counts: JobCounts): Promise<void> {
    await expect.poll(() => queue.counts(), { interval: 10 }).toMatchObject(counts);
  }

  describe(`${name}: work queue`, () => {
    test("claims due jobs with their bodies, in the order in which they were enqueued", async () => {
      const queue = await opened();
      const first = newJob("1", 0, { nested: ["ünïcode", 1, null] });
      const second = newJob("3", -5_000, "text");
      const put = await queue.enqueue([first, newJob("2", 60_000), second]);
      expect(await claimed(queue, 2)).toEqual([
        { id: put[0], lane: "1", body: { nested: ["ünïcode", 1, null] }, dueAtMs: first.dueAtMs },
        { id: put[2], lane: "3", body: "text", dueAtMs: second.dueAtMs },
      ]);
      expect(await claim(queue)).toEqual([]);
      await expectCounts(queue, { waiting: 1, leased: 2 });
    });

    test("claims at most as many jobs as asked for", async () => {
      const queue = await opened();
      const put = await queue.enqueue([newJob("1"), newJob("2"), newJob("3")]);
      expect(ids(await claimed(queue, 2))).toEqual(put.slice(0, 2));
      expect(ids(await claimed(queue, 1))).toEqual(put.slice(2));
    });

    test("claims a delayed job when it is due, not before", async () => {
      const queue = await opened();
      const job = newJob("1", shortMs);
      const [id] = await queue.enqueue([job]);
      // The claims begin before the job is due.
      expect(ids(await claimed(queue, 1))).toEqual([id]);
      expect(Date.now()).toBeGreaterThanOrEqual(job.dueAtMs);
    });

    test("hastens jobs that wait for a later time", async () => {
      const queue = await opened();
      await queue.enqueue([newJob("1", 60_000), newJob("2", 60_000), newJob("3", 60_000)]);
      expect(await claim(queue)).toEqual([]);
      expect(await queue.hasten(["1", "99"], Date.now())).toBe(1);
      expect(lanes(await claimed(queue, 1))).toEqual(["1"]);
      expect(await queue.hasten(null, Date.now())).toBe(2);
      expect(await queue.hasten(null, Date.now())).toBe(0);
      expect(lanes(await claimed(queue, 2)).toSorted()).toEqual(["2", "3"]);
    });

    test("drops waiting jobs, and keeps those that are claimed or were given up", async () => {
      const queue = await opened();
      const [, dead = 0] = await queue.enqueue([newJob("1"), newJob("2")]);
      expect(lanes(await claimed(queue, 2))).toEqual(["1", "2"]);
      await queue.dead(dead);
      await queue.enqueue([{ ...newJob("3", 60_000), isLeased: true }]);
      await queue.enqueue([newJob("4", 60_000), newJob("5", 60_000), newJob("6")]);
      expect(await claim(queue, 1)).toHaveLength(1);
      expect(await queue.dropWaiting(["1", "3", "4", "99"])).toEqual(["4"]);
      expect(await queue.dropWaiting(null)).toEqual(["5"]);
      await expectCounts(queue, { waiting: 0, leased: 3 });
    });

    test("adds no job if one cannot be serialized", async () => {
      const queue = await opened();
      const circular: Record<string, unknown> = {};
      circular["self"] = circular;
      await expect(queue.enqueue([newJob("1"), newJob("2", 0, circular)])).rejects.toThrow(TypeError);
      expect(await queue.counts()).toMatchObject({ waiting: 0, leased: 0 });
      expect(await queue.enqueue([])).toEqual([]);
      expect(await queue.enqueue([newJob("1")])).toHaveLength(1);
    });

    test("keeps jobs over a restart, also claimed ones", async () => {
      const dataDir = freshDataDir();
      const log = await open(dataDir);
      const first = log.forwards;
      const put = await first.enqueue([newJob("1"), newJob("2"), newJob("3", 2 * shortMs)]);
      await claimed(first, 1, shortMs);
      await log.close();
      const queue = await opened(dataDir);
      expect(sorted(ids(await claimed(queue, 3)))).toEqual(sorted(put));
    });

    test("gives a job to one claim at a time", async () => {
      const queue = await opened();
      const put = await queue.enqueue(Array.from({ length: 200 }, (_, n) => newJob(String(n + 1))));
      const claims: Job[] = [];
      await expect
        .poll(
          async () => {
            const jobs = await Promise.all(Array.from({ length: 8 }, () => claim(queue, 5)));
            return claims.push(...jobs.flat());
          },
          { interval: 1 },
        )
        .toBe(200);
      expect(sorted(ids(claims))).toEqual(sorted(put));
      expect(await claim(queue)).toEqual([]);
    });

    test("claims a job again after its lease expires", async () => {
      const queue = await opened();
      const startedMs = Date.now();
      const [id] = await queue.enqueue([newJob("1")]);
      expect(ids(await claimed(queue, 1, shortMs))).toEqual([id]);
      expect(ids(await claimed(queue, 1))).toEqual([id]);
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(shortMs);
    });

    test("enqueues a leased job as if it was claimed", async () => {
      const queue = await opened();
      const [, done = 0, again = 0] = await queue.enqueue(
        ["1", "2", "3"].map((lane) => ({ ...newJob(lane, leaseMs), isLeased: true })),
      );
      await expectCounts(queue, { waiting: 0, leased: 3 });
      expect(await claim(queue)).toEqual([]);
      await queue.done(done);
      await queue.retry(again, Date.now());
      expect(ids(await claimed(queue, 1))).toEqual([again]);
      expect(await claim(queue)).toEqual([]);
      const short = newJob("4", shortMs);
      const [abandoned = 0] = await queue.enqueue([{ ...short, isLeased: true }]);
      expect(ids(await claimed(queue, 1))).toEqual([abandoned]);
      expect(Date.now()).toBeGreaterThanOrEqual(short.dueAtMs);
    });

    test("counts a job that is set apart, does not claim it again, and claims those behind it", async () => {
      const queue = await opened();
      const [bad = 0, good = 0] = await queue.enqueue([newJob("1", 0, "text"), newJob("2")]);
      expect(await queue.unreadable()).toBe(0);
      expect(ids(await claimed(queue, 1))).toEqual([bad]);
      await queue.setApart(bad);
      await queue.setApart(bad);
      expect(await queue.unreadable()).toBe(1);
      expect(ids(await claimed(queue, 1))).toEqual([good]);
      await queue.done(good);
      await expectCounts(queue, { waiting: 0, leased: 0 });
    });

    test("removes a done job, delays a retried one, and does not claim a dead one again", async () => {
      const queue = await opened();
      const [done = 0, again = 0, dead = 0] = await queue.enqueue([newJob("1"), newJob("2"), newJob("3")]);
      await claimed(queue, 3);
      const dueAtMs = Date.now() + shortMs;
      await Promise.all([queue.done(done), queue.retry(again, dueAtMs), queue.dead(dead)]);
      await expectCounts(queue, { waiting: 1, leased: 0 });
      expect(await claimed(queue, 1)).toMatchObject([{ id: again, lane: "2" }]);
      expect(Date.now()).toBeGreaterThanOrEqual(dueAtMs);
      await queue.done(again);
      await expectCounts(queue, { waiting: 0, leased: 0 });
      expect(await claim(queue)).toEqual([]);
    });

    test("nextDueAtMs is not later than the next job is due", async () => {
      const queue = await opened();
      expect((await queue.nextDueAtMs()) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(Date.now());
      const job = newJob("1", 100);
      await queue.enqueue([job, newJob("2", 60_000)]);
      expect(await queue.nextDueAtMs()).toBeLessThanOrEqual(Math.max(job.dueAtMs, Date.now()) + 250);
      await claimed(queue, 1, shortMs);
      const next = await queue.nextDueAtMs();
      expect(next).toBeLessThanOrEqual(Date.now() + shortMs);
      expect(next).toBeGreaterThan(0);
    });

    test("claims 1,000 jobs, each once and in order", async () => {
      const queue = await opened();
      const put = await queue.enqueue(Array.from({ length: 1_000 }, (_, n) => newJob(String(n + 1))));
      const worked: Job[] = [];
      while (worked.length < put.length) {
        const jobs = await claim(queue, 16);
        worked.push(...jobs);
        await Promise.all(jobs.map(({ id }) => queue.done(id)));
      }
      expect(ids(worked)).toEqual(put);
      await expectCounts(queue, { waiting: 0, leased: 0 });
    });
  });
}
