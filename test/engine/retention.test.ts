import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  ageClock,
  prunePolicyOf,
  type Retention,
  retentionOf,
  startRetention,
  defaultRetention,
} from "../../src/engine/retention.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { PrunePolicy } from "../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { deliver, runningEngine } from "../support/running-engine.ts";

const day = 86_400_000;

/**
 * Creates a closed log with one delivery of each age, in days.
 * @returns the data directory
 */
async function logOfAges(...ages: readonly number[]): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  for (const age of ages) await log.append(newDelivery({ receivedAtMs: Date.now() - age * day }));
  await log.close();
  return dataDir;
}

describe("a retention", () => {
  test("is 30 days and 2 GiB by default", () => {
    expect(defaultRetention).toEqual({ keepMs: 30 * day, keepBytes: 2_147_483_648 });
    expect(prunePolicyOf(defaultRetention, 31 * day)).toEqual({ beforeMs: day, maxBytes: 2_147_483_648 });
  });

  test("of 0 has no limit", () => {
    expect(prunePolicyOf(retentionOf(0, 0), 5)).toEqual({ beforeMs: null, maxBytes: null });
    expect(retentionOf(0.5, 0)).toEqual({ keepMs: day / 2, keepBytes: null });
  });
});

describe("the clock of ages", () => {
  /** Wall clock and monotonic clock, both controlled by the test. */
  function clocks(nowMs: number): {
    now: () => number;
    elapsed: () => number;
    wall: number;
    pass(ms: number): void;
  } {
    let elapsedMs = 7;
    return {
      wall: nowMs,
      now() {
        return this.wall;
      },
      elapsed: () => elapsedMs,
      pass(ms) {
        this.wall += ms;
        elapsedMs += ms;
      },
    };
  }

  function ageClockOf(time: ReturnType<typeof clocks>, newestAtOpenMs: number | null): () => number {
    return ageClock({ newestAtOpenMs, now: () => time.now(), elapsed: () => time.elapsed() });
  }

  test("is the system's if the newest delivery is not older", () => {
    const time = clocks(100 * day);
    const age = ageClockOf(time, 100 * day);
    time.pass(3 * day);
    expect(age()).toBe(103 * day);
  });

  test("continues from the newest delivery if the system's clock is ahead of it", () => {
    const time = clocks(140 * day);
    const age = ageClockOf(time, 100 * day);
    expect(age()).toBe(100 * day);
    time.pass(2 * day);
    expect(age()).toBe(102 * day);
    // The clock is corrected.
    time.wall = 102 * day;
    expect(age()).toBe(102 * day);
  });

  test("ignores a delivery with a time in the future", () => {
    const time = clocks(101 * day);
    const age = ageClockOf(time, 140 * day);
    expect(age()).toBe(101 * day);
    time.wall = 141 * day;
    expect(age()).toBe(101 * day);
  });

  test("does not follow a clock that jumps while an empty log fills", () => {
    const time = clocks(100 * day);
    const age = ageClockOf(time, null);
    time.wall = 140 * day;
    time.pass(60_000);
    expect(age()).toBe(100 * day + 60_000);
  });

  test("follows a clock that is set back", () => {
    const time = clocks(100 * day);
    const age = ageClockOf(time, 100 * day);
    time.wall = 60 * day;
    expect(age()).toBe(60 * day);
  });
});

describe("a running receiver", () => {
  async function agesLeft(dataDir: string, retention: Retention | null): Promise<() => Promise<number>> {
    const routes = ["inbox"];
    const receiver = { port: 0, secret: null, routes, ...(retention !== null && { retention }) };
    const engine = await runningEngine(dataDir, { roles: { receiver } });
    expect(await deliver(engine.receiver?.url ?? "", {})).toBe(200);
    const reader = openDeliveryReader(dataDir);
    onTestFinished(() => reader.close());
    return () => reader.count(emptyFilter);
  }

  test("removes old deliveries when it starts", async () => {
    const left = await agesLeft(await logOfAges(90, 31, 29, 1), null);
    await expect.poll(left).toBe(3);
  });

  test("removes no recent deliveries when it starts with a clock that is weeks ahead, nor at the next start", async () => {
    const dataDir = await logOfAges(60, 0.001);
    const realNow = Date.now;
    const now = vi.spyOn(Date, "now").mockImplementation(() => realNow() + 40 * day);
    onTestFinished(() => now.mockRestore());
    const first = await runningEngine(dataDir, {
      roles: { receiver: { port: 0, secret: null, routes: ["inbox"] } },
    });
    expect(await deliver(first.receiver?.url ?? "", {})).toBe(200);
    const reader = openDeliveryReader(dataDir);
    onTestFinished(() => reader.close());
    await expect.poll(() => reader.get(1)).toBeNull();
    expect(await reader.count(emptyFilter)).toBe(2);
    await first.close();
    now.mockRestore();
    const left = await agesLeft(dataDir, null);
    expect(await left()).toBe(3);
    expect(await reader.get(2)).not.toBeNull();
  });

  test("uses its configured retention", async () => {
    const left = await agesLeft(await logOfAges(90, 31, 29, 1), retentionOf(2, 0));
    await expect.poll(left).toBe(2);
  });

  test("keeps pending deliveries of an earlier process, and marks them", async () => {
    const dataDir = freshDataDir();
    const log = await openDeliveryLog(dataDir);
    await log.append(newDelivery({ receivedAtMs: Date.now() - day, outcome: "pending" }));
    await log.close();
    const left = await agesLeft(dataDir, retentionOf(2, 0));
    expect(await left()).toBe(2);
    const db = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
    onTestFinished(() => db.close());
    expect(db.prepare("SELECT outcome FROM deliveries WHERE seq = 1").get()).toMatchObject({
      outcome: "interrupted",
    });
  });
});

describe("startRetention", () => {
  test("prunes at each interval, with the current time, until it is closed", async () => {
    const policies: PrunePolicy[] = [];
    const prune = async (policy: PrunePolicy) => {
      policies.push(policy);
      return { deliveries: 0, bytes: 0 };
    };
    let nowMs = 10 * day;
    const retention = startRetention({
      log: { prune },
      retention: retentionOf(1, 500),
      now: () => (nowMs += 1),
      everyMs: 1,
      onFailure: () => undefined,
    });
    await expect.poll(() => policies.length).toBeGreaterThan(2);
    await retention.close();
    const after = policies.length;
    expect(policies.slice(0, 2)).toEqual([
      { beforeMs: 9 * day + 1, maxBytes: 500 },
      { beforeMs: 9 * day + 2, maxBytes: 500 },
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(policies).toHaveLength(after);
  });

  test("reports the first removed deliveries only", async () => {
    const removed = [0, 3, 2, 0, 1];
    const told: number[] = [];
    let turns = 0;
    const prune = async () => ({ deliveries: removed[turns++] ?? 0, bytes: 0 });
    const retention = startRetention({
      log: { prune },
      retention: defaultRetention,
      now: Date.now,
      everyMs: 1,
      onFailure: () => undefined,
      onRemoved: (deliveries) => told.push(deliveries),
    });
    onTestFinished(() => retention.close());
    await expect.poll(() => turns).toBeGreaterThan(removed.length);
    expect(told).toEqual([3]);
  });

  test("reports the first failure, and the first after a success", async () => {
    const ends = ["full", "full", "", "full"];
    const said: string[] = [];
    let turns = 0;
    const prune = async () => {
      const end = ends[turns++] ?? "";
      if (end !== "") throw new Error(end);
      return { deliveries: 0, bytes: 0 };
    };
    const retention = startRetention({
      log: { prune },
      retention: defaultRetention,
      now: Date.now,
      everyMs: 1,
      onFailure: (reason) => said.push(reason),
    });
    onTestFinished(() => retention.close());
    await expect.poll(() => turns).toBeGreaterThan(ends.length);
    expect(said).toEqual(["full", "full"]);
  });

  test("without limits does not prune", async () => {
    let asked = 0;
    const prune = async () => {
      asked += 1;
      return { deliveries: 0, bytes: 0 };
    };
    const retention = startRetention({
      log: { prune },
      retention: retentionOf(0, 0),
      now: Date.now,
      onFailure: () => undefined,
    });
    await retention.close();
    expect(asked).toBe(0);
  });
});
