import { jetstream } from "@nats-io/jetstream";
import { describe, expect, onTestFinished, test } from "vitest";
import { openForwards } from "../../../../src/store/nats/forwards/forwards.ts";
import { namesOf } from "../../../../src/store/nats/names.ts";
import type { Job, WorkQueue } from "../../../../src/store/work-queue.ts";
import { openForwardsAt } from "../../../support/nats-forwards.ts";
import { connectTo, freshLog, initLog, openParts, readStream } from "../../../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";

const leaseMs = 60_000;

const job = (lane: number, dueInMs = 0) => ({
  lane: String(lane),
  body: { seq: lane },
  dueAtMs: Date.now() + dueInMs,
});

const lanesOf = (jobs: readonly Job[]): readonly string[] => jobs.map(({ lane }) => lane);

/** Claims until a job is claimed, which must have the lane. Survives an outage of the server. */
async function claimOf(queue: WorkQueue, lane: string): Promise<void> {
  let claimed: readonly Job[] = [];
  await expect
    .poll(async () => (claimed = await queue.claim(1, leaseMs, Date.now()).catch(() => [])), {
      timeout: 20_000,
      interval: 20,
    })
    .toHaveLength(1);
  expect(lanesOf(claimed)).toEqual([lane]);
}

describe.skipIf(natsServerFile === null)("forwards on a real server", () => {
  test("a job of a receiver that has died is claimed by another one after the acknowledgment wait", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    await initLog(address, { ackWaitMs: 1_000 });
    const [dying, other] = [await openForwardsAt(address), await openForwardsAt(address)];
    await dying.queue.enqueue([job(1), { ...job(2, 1_500), isLeased: true }]);
    expect(lanesOf(await dying.queue.claim(5, leaseMs, Date.now()))).toEqual(["1"]);
    const startedMs = Date.now();
    // A receiver that runs keeps its job for longer than the acknowledgment wait.
    await expect.poll(() => Date.now() - startedMs, { timeout: 5_000 }).toBeGreaterThan(1_300);
    expect(await other.queue.claim(5, leaseMs, Date.now())).toEqual([]);
    await dying.die();
    const claims: string[] = [];
    await expect
      .poll(async () => claims.push(...lanesOf(await other.queue.claim(5, leaseMs, Date.now()))))
      .toBe(2);
    expect(claims.toSorted()).toEqual(["1", "2"]);
  });

  test("a job is removed after the outcome of its delivery is published, so that a kill in between leaves one of them", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    await initLog(address);
    const parts = await openParts(address);
    const { connection, names } = parts;
    const outcome = Promise.withResolvers<void>();
    const queue = await openForwards({ ...parts, published: () => outcome.promise });
    onTestFinished(() => queue.close());
    const [id = 0] = await queue.enqueue([{ ...job(1, leaseMs), isLeased: true }]);
    const done = queue.done(id);
    expect(await readStream(connection, names.forwards)).toHaveLength(1);
    outcome.resolve();
    await done;
    expect(await readStream(connection, names.forwards)).toHaveLength(0);
  });

  test("messages of other programs are removed and counted, and delay no job behind them", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    await initLog(address, { ackWaitMs: 1_000 });
    const connection = await connectTo(address);
    const { log } = namesOf(connection.address.name);
    const good = { body: { seq: 1 }, dueAtMs: 1, isLeased: false };
    const hostile: readonly (readonly [subject: string, data: unknown])[] = [
      ["f.1.2", "text"],
      ["f.1.3", { ...good, dueAtMs: 1e300 }],
      ["f.1.4", { ...good, dueAtMs: 1.5 }],
      ["f.1.5", { ...good, dueAtMs: "1" }],
      ["f.1.6", { ...good, isLeased: 1 }],
      ["f.abc.7", good],
      ["f.1e3.8", good],
      ["f.1.-9", good],
      ["f.1.1e300", good],
      ["f.1.10.11", good],
      ["f.1", good],
    ];
    for (const [subject, data] of hostile) {
      await jetstream(connection.nats).publish(`${log}.${subject}`, JSON.stringify(data));
    }
    const { queue } = await openForwardsAt(address);
    // One that is due at the end of time waits, as another receiver may have put it off.
    await jetstream(connection.nats).publish(`${log}.f.5.1`, JSON.stringify({ ...good, dueAtMs: 8.64e15 }));
    const [id] = await queue.enqueue([job(2)]);
    const claimed: Job[] = [];
    await expect
      .poll(async () => claimed.push(...(await queue.claim(5, leaseMs, Date.now()))), { interval: 20 })
      .toBe(1);
    expect(claimed).toMatchObject([{ id, lane: "2" }]);
    await queue.done(id ?? 0);
    await expect.poll(() => queue.unreadable()).toBe(hostile.length);
    await expect.poll(() => queue.counts()).toEqual({ waiting: 1, leased: 0 });
  });

  test("a delay outlives the server, which is killed while a job waits", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    // A server that is killed may lose a delay of the last moment: the job is then delivered after the acknowledgment wait.
    await initLog(address, { ackWaitMs: 1_000 });
    const { queue } = await openForwardsAt(address);
    const later = job(2, 2_500);
    const [id = 0] = await queue.enqueue([job(1), later]);
    expect(lanesOf(await queue.claim(5, leaseMs, Date.now()))).toEqual(["1"]);
    const dueAtMs = new Map([
      ["1", Date.now() + 4_000],
      ["2", later.dueAtMs],
    ]);
    await queue.retry(id, dueAtMs.get("1") ?? 0);
    expect(await queue.claim(5, leaseMs, Date.now())).toEqual([]);
    await server.kill();
    await expect(queue.claim(1, leaseMs, Date.now())).rejects.toMatchObject({ code: "store-unreachable" });
    await server.restart();
    // Both may be due before the server is reached again, in which case either comes first.
    const early = new Map<string, boolean>();
    await expect
      .poll(
        async () => {
          const claimed = await queue.claim(1, leaseMs, Date.now()).catch(() => []);
          for (const { lane } of claimed) early.set(lane, Date.now() < (dueAtMs.get(lane) ?? 0));
          return early.size;
        },
        { interval: 20 },
      )
      .toBe(2);
    expect([...early.values()]).toEqual([false, false]);
  });

  test("dropping and hastening leave the jobs of other receivers alone", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    await initLog(address, { ackWaitMs: 500 });
    const [one, other] = [await openForwardsAt(address), await openForwardsAt(address)];
    await one.queue.enqueue([job(1), job(2, 60_000), job(3, 60_000), job(4, 60_000)]);
    const [claimed] = await one.queue.claim(1, leaseMs, Date.now());
    expect(await one.queue.claim(5, leaseMs, Date.now())).toEqual([]);
    expect(await other.queue.hasten(["1", "2"], Date.now())).toBe(1);
    await claimOf(other.queue, "2");
    expect(await other.queue.dropWaiting(["2", "3"])).toEqual(["3"]);
    // Jobs that are claimed or wait elsewhere are still delivered.
    await one.queue.retry(claimed?.id ?? 0, Date.now() + 300);
    await claimOf(other.queue, "1");
    expect(await one.queue.hasten(null, Date.now())).toBe(1);
    await claimOf(one.queue, "4");
  });

  test("a queue with as many unacknowledged jobs as allowed delivers no more until one ends", async () => {
    const server = await startNatsServer();
    const address = freshLog(server.url);
    await initLog(address, { maxAckPending: 2 });
    const { queue } = await openForwardsAt(address);
    await queue.enqueue([job(1, 60_000), job(2, 60_000), job(3)]);
    expect(await queue.claim(5, leaseMs, Date.now())).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 3, leased: 0 });
    expect(await queue.dropWaiting(["1"])).toEqual(["1"]);
    await claimOf(queue, "3");
  });
});
