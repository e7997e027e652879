import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog, PrunePolicy } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { allSeqs, deliveryOf, filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 20);

/** Creates a delivery received a number of hours after the start. */
function at(hours: number, over: Partial<NewDelivery> = {}): NewDelivery {
  return newDelivery({ receivedAtMs: start + hours * hour, ...over });
}

function olderThan(hours: number): PrunePolicy {
  return { beforeMs: start + hours * hour, maxBytes: null };
}

/** Creates the policy that limits a log to a size. */
function downTo(maxBytes: number): PrunePolicy {
  return { beforeMs: null, maxBytes };
}

/** Appends one delivery per hour, from hour 1 on. */
async function hourly(log: DeliveryLog, count: number, over: Partial<NewDelivery> = {}): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => log.append(at(index + 1, over))));
}

export function pruneContract(kind: LogKind): void {
  describe("pruning by age", () => {
    test("removes older deliveries, also for other readers", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const reader = await kind.openReader(dataDir);
      onTestFinished(() => reader.close());
      await hourly(log, 1000);
      const { deliveries, bytes } = await log.prune(olderThan(601));
      expect(deliveries).toBe(600);
      expect(bytes).toBeGreaterThan(600 * 52);
      for (const each of [log, reader]) {
        expect(await each.get(600)).toBeNull();
        expect(await each.get(601)).toMatchObject({ seq: 601 });
        expect(await each.count(emptyFilter)).toBe(400);
        expect(await each.count(filterOf({ kind: "route", anyOf: ["inbox"] }))).toBe(400);
        expect(await each.lastSeq()).toBe(1000);
      }
      expect(await log.prune(olderThan(601))).toEqual({ deliveries: 0, bytes: 0 });
    });

    test("removes the response and the dead forward of a delivery", async () => {
      const log = await openLog(kind);
      const { seq } = await log.append(at(1, { outcome: "pending", status: null }));
      const { forwards } = log;
      const [job = 0] = await forwards.enqueue([{ lane: String(seq), body: { seq }, dueAtMs: Date.now() }]);
      expect(await log.prune(olderThan(2))).toMatchObject({ deliveries: 0 });
      await expect.poll(() => forwards.claim(1, 60_000, Date.now())).toHaveLength(1);
      await forwards.dead(job);
      await log.setOutcome(seq, { outcome: "failed", status: null, durationMs: 1, console: ["x"] });
      expect(await log.get(seq)).toMatchObject({ dead: true, console: ["x"] });
      expect(await log.prune(olderThan(2))).toMatchObject({ deliveries: 1 });
      expect(await log.get(seq)).toBeNull();
    });

    test("continues past a newer delivery among old ones", async () => {
      const log = await openLog(kind);
      for (const hours of [1, 99, 2, 3, 50, 4]) await log.append(at(hours));
      expect(await log.prune(olderThan(10))).toMatchObject({ deliveries: 4 });
      expect(await allSeqs(log)).toEqual([2, 5]);
      expect(await log.count(emptyFilter)).toBe(2);
    });

    test("keeps pending deliveries until they end", async () => {
      const log = await openLog(kind);
      await log.announce({ url: "http://127.0.0.1:7860", version: "1.0.0" });
      await log.append(at(1, { outcome: "pending" }));
      await log.append(at(2));
      expect(await log.prune(olderThan(10))).toMatchObject({ deliveries: 1 });
      expect(await allSeqs(log)).toEqual([1]);
      await log.setOutcome(1, { outcome: "handled", status: 200, durationMs: 1 });
      expect(await log.prune(olderThan(10))).toMatchObject({ deliveries: 1 });
      expect(await log.count(emptyFilter)).toBe(0);
    });

    test("of all deliveries does not restart the seqs", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await hourly(first, 5);
      await first.prune(olderThan(99));
      expect(await first.lastSeq()).toBe(5);
      await first.close();
      const log = await openLog(kind, dataDir);
      expect(await log.lastSeq()).toBe(5);
      expect(await log.append(at(6))).toMatchObject({ seq: 6 });
      expect(await log.count(emptyFilter)).toBe(1);
    });

    test("removes nothing from an empty log, and without a criterion", async () => {
      const log = await openLog(kind);
      expect(await log.prune(olderThan(99))).toEqual({ deliveries: 0, bytes: 0 });
      await hourly(log, 3);
      expect(await log.prune({ beforeMs: null, maxBytes: null })).toEqual({ deliveries: 0, bytes: 0 });
      expect(await log.count(emptyFilter)).toBe(3);
    });
  });

  describe("pruning by size", () => {
    test("removes the oldest until the rest fits, and a dry run estimates their number", async () => {
      const log = await openLog(kind);
      for (let sent = 0; sent < 300; sent += 1) await log.append(at(sent, { body: randomBytes(20_000) }));
      const planned = await log.prune(downTo(2_000_000), { dryRun: true });
      expect(await log.count(emptyFilter)).toBe(300);
      const { deliveries, bytes } = await log.prune(downTo(2_000_000));
      const left = await allSeqs(log);
      expect(left.length).toBeGreaterThan(60);
      expect(left.length).toBeLessThan(100);
      expect(left).toEqual(Array.from({ length: left.length }, (_, index) => 301 - left.length + index));
      expect(deliveries).toBe(300 - left.length);
      expect(bytes).toBeGreaterThan(deliveries * 20_000);
      expect(Math.abs(planned.deliveries - deliveries)).toBeLessThan(30);
      expect(await log.prune(downTo(2_500_000))).toEqual({ deliveries: 0, bytes: 0 });
    });

    test("counts a shared body once, and keeps it for the remaining delivery", async () => {
      const log = await openLog(kind);
      const body = randomBytes(1_000_000);
      for (let sent = 0; sent < 20; sent += 1) await log.append(at(sent, { body, bytes: body.length }));
      expect(await log.prune(downTo(3_000_000))).toEqual({ deliveries: 0, bytes: 0 });
      const { deliveries, bytes } = await log.prune(olderThan(19));
      expect(deliveries).toBe(19);
      expect(bytes).toBeLessThan(100_000);
      expect(Buffer.from((await log.get(20))?.body ?? []).equals(body)).toBe(true);
      expect((await log.prune(olderThan(99))).bytes).toBeGreaterThan(1_000_000);
    });

    test("counts responses of targets", async () => {
      const log = await openLog(kind);
      const reply = { headers: [], body: randomBytes(20_000) };
      const attempt = { target: "http://127.0.0.1:9/", startedAt: "2026-11-20T10:00:00.000Z", error: null };
      await hourly(log, 200);
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          log.addAttempt(index + 1, { ...attempt, status: 200, durationMs: 1, reply }),
        ),
      );
      const { deliveries, bytes } = await log.prune(downTo(2_000_000));
      expect(deliveries).toBeGreaterThan(90);
      expect(bytes).toBeGreaterThan(deliveries * 20_000);
      expect((await log.get(200))?.attempts).toHaveLength(1);
    });
  });

  describe("a pruned log", () => {
    test("has pages of the remaining deliveries, also from a removed anchor", async () => {
      const log = await openLog(kind);
      await hourly(log, 10);
      await log.prune(olderThan(7));
      const page = async (from: number, direction: "older" | "newer"): Promise<unknown> => {
        const { rows, more } = await log.page({ filter: emptyFilter, from, direction, limit: 3 });
        return [rows.map(({ seq }) => seq), more];
      };
      expect(await page(3, "newer")).toEqual([[9, 8, 7], true]);
      expect(await page(3, "older")).toEqual([[], false]);
      expect(await page(8, "older")).toEqual([[8, 7], false]);
    });

    test("finds words of the remaining deliveries only", async () => {
      const log = await openLog(kind);
      for (const hours of [1, 2, 3, 4]) {
        await log.append({ ...deliveryOf('{"text":"corpus"}'), receivedAtMs: start + hours * hour });
      }
      await log.prune(olderThan(3));
      const corpus = filterOf({ kind: "words", tokens: ["corpus"] });
      expect(await allSeqs(log, corpus)).toEqual([3, 4]);
      expect(await log.count(corpus)).toBe(2);
    });

    test.each([null, 99 * hour])(
      "treats a delivery whose first one was removed as a first one (key for %s ms)",
      async (dedupeWithinMs) => {
        const dataDir = freshDataDir();
        const first = await kind.open(dataDir);
        const keyed = (hours: number): NewDelivery => at(hours, { dedupeKey: "message-1", dedupeWithinMs });
        await first.append(keyed(1));
        await first.append(keyed(2));
        await kind.markDuplicates(dataDir, first);
        await first.prune(olderThan(3));
        const { seq: third } = await first.append(keyed(3));
        await kind.markDuplicates(dataDir, first);
        expect(await first.get(third)).toMatchObject({ duplicateOf: null });
        await first.close();
        const log = await openLog(kind, dataDir);
        const { seq: fourth } = await log.append(keyed(4));
        await kind.markDuplicates(dataDir, log);
        expect(await log.get(fourth)).toMatchObject({ duplicateOf: third });
      },
    );

    test("lists removed deliveries that a delivery refers to", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const keyed = { dedupeKey: "message-1", dedupeWithinMs: null };
      const { seq: first } = await log.append(at(1, keyed));
      const { seq: kept } = await log.append(at(3));
      const { seq: duplicate } = await log.append(at(3, keyed));
      const { seq: replay } = await log.append(at(3, { replayOf: first }));
      const { seq: replayOfKept } = await log.append(at(3, { replayOf: kept }));
      await kind.markDuplicates(dataDir, log);
      expect(await log.get(duplicate)).toMatchObject({ duplicateOf: first, removed: [] });
      await log.prune(olderThan(2));
      expect(await log.get(duplicate)).toMatchObject({ duplicateOf: first, removed: [first] });
      expect(await log.get(replay)).toMatchObject({ replayOf: first, removed: [first] });
      expect(await log.get(replayOfKept)).toMatchObject({ replayOf: kept, removed: [] });
    });

    test("accepts deliveries during pruning", async () => {
      const log = await openLog(kind);
      await hourly(log, 5000);
      const pruned = new AbortController();
      const appended: number[] = [];
      const appending = (async () => {
        do appended.push((await log.append(at(99_999))).seq);
        while (!pruned.signal.aborted);
      })();
      expect(await log.prune(olderThan(5001))).toMatchObject({ deliveries: 5000 });
      pruned.abort();
      await appending;
      expect(appended.length).toBeGreaterThan(5);
      expect(await allSeqs(log)).toEqual(appended);
      expect(await log.count(emptyFilter)).toBe(appended.length);
    });

    test("has the same content after two simultaneous prunings", async () => {
      const log = await openLog(kind);
      await hourly(log, 2000);
      const [one, other] = await Promise.all([log.prune(olderThan(1501)), log.prune(olderThan(1501))]);
      expect(one.deliveries + other.deliveries).toBe(1500);
      expect(await log.count(emptyFilter)).toBe(500);
    });

    test("keeps the rest after an aborted pruning", async () => {
      const log = await openLog(kind);
      await hourly(log, 3000);
      const stop = new AbortController();
      const pruning = log.prune(olderThan(3001), { signal: stop.signal });
      stop.abort();
      const { deliveries } = await pruning;
      expect(deliveries).toBeLessThan(3000);
      expect(await log.count(emptyFilter)).toBe(3000 - deliveries);
      expect(await log.prune(olderThan(3001), { signal: AbortSignal.abort() })).toMatchObject({
        deliveries: 0,
      });
    });

    test("is unchanged by a dry run, which is exact by age", async () => {
      const log = await openLog(kind);
      await hourly(log, 700);
      const planned = await log.prune(olderThan(501), { dryRun: true });
      expect(await log.count(emptyFilter)).toBe(700);
      expect(planned.deliveries).toBe(500);
      expect(await log.prune(olderThan(501))).toEqual(planned);
    });
  });
}
