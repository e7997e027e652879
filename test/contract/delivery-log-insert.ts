import { describe, expect, test } from "vitest";
import type { DeliveryLog, StoredDelivery } from "../../src/store/delivery-log.ts";
import { allSeqs, deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

/** Returns every delivery of a log, as an export has it. */
async function storedIn(log: DeliveryLog): Promise<readonly StoredDelivery[]> {
  const all = await Promise.all((await allSeqs(log)).map((seq) => log.get(seq)));
  return all.flatMap((each) => {
    if (each === null) return [];
    const { removed, ...stored } = each;
    expect(removed).toEqual([]);
    return [stored];
  });
}

async function* batches(
  ...all: readonly (readonly StoredDelivery[])[]
): AsyncGenerator<readonly StoredDelivery[]> {
  yield* all;
}

/** Appends a small, a large and a rejected delivery, a replay and a duplicate of the first, and a pending one. */
async function appendSome(log: DeliveryLog): Promise<void> {
  await log.append(deliveryOf("first", { receivedAtMs: 1000, sha256: true, dedupeKey: "k" }));
  await log.append(deliveryOf("large ".repeat(30_000), { receivedAtMs: 2000, sha256: true }));
  await log.append(deliveryOf("cut", { receivedAtMs: 3000, bytes: 9000, outcome: "rejected", status: 400 }));
  await log.append(
    deliveryOf("first", { receivedAtMs: 4000, sha256: true, replayOf: 1, outcome: "pending" }),
  );
  await log.markDuplicates([{ seq: 4, duplicateOf: 1 }]);
  await log.addAttempt(4, {
    target: "http://localhost/",
    startedAt: "2026-11-20T09:14:03.218Z",
    status: 500,
    error: null,
    durationMs: 1.5,
    reply: { headers: [["A", "b"]], body: Buffer.from([0, 255]) },
  });
  await log.setOutcome(4, {
    outcome: "failed",
    status: 500,
    durationMs: 2,
    reason: "it responded with 500",
    response: { by: "receiver", status: 500, contentType: null, body: Buffer.from([255]), truncated: false },
    console: ["a line"],
  });
  await log.append(
    deliveryOf("waits", { receivedAtMs: 5000, outcome: "pending", status: null, durationMs: null }),
  );
  // A log on other machines shows a delivery soon after it stored it.
  await expect.poll(() => allSeqs(log)).toHaveLength(5);
}

export function insertContract(kind: LogKind): void {
  describe("insertion of exported deliveries", () => {
    test("an empty log gets the same deliveries, a pending one as interrupted", async () => {
      const [source, target] = [await openLog(kind), await openLog(kind)];
      await appendSome(source);
      const stored = await storedIn(source);
      expect(await target.insert(batches(stored.slice(0, 3), stored.slice(3)))).toEqual({
        inserted: 5,
        skipped: 0,
      });
      const kept = [
        ...stored.slice(0, 4),
        { ...stored[4], outcome: "interrupted", eventState: "failed", open: true },
      ];
      expect((await storedIn(target)).map((each) => ({ ...each, duplicateOf: null }))).toEqual(
        kept.map((each) => ({ ...each, duplicateOf: null })),
      );
      expect(await target.append(deliveryOf("next"))).toMatchObject({ seq: 6 });
    });

    test("bookmarks are inserted with their deliveries", async () => {
      const [source, target] = [await openLog(kind), await openLog(kind)];
      await appendSome(source);
      const stored = (await storedIn(source)).map((each) =>
        each.seq === 2 ? { ...each, bookmark: "look here" } : each,
      );
      await target.insert(batches(stored));
      expect(await target.get(2)).toMatchObject({ bookmark: "look here" });
      expect(await target.get(1)).toMatchObject({ bookmark: null });
    });

    test("deliveries that the log has are skipped, and others follow its own", async () => {
      const [source, target] = [await openLog(kind), await openLog(kind)];
      await appendSome(source);
      const stored = await storedIn(source);
      await target.append(deliveryOf("own", { receivedAtMs: 10, sha256: true }));
      await target.append(deliveryOf("first", { receivedAtMs: 1000, sha256: true }));
      expect(await target.insert(batches(stored))).toEqual({ inserted: 4, skipped: 1 });
      const seqs = await allSeqs(target);
      expect(seqs).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await target.get(5)).toMatchObject({ receivedAt: stored[3]?.receivedAt, replayOf: null });
      expect(await target.insert(batches(stored))).toEqual({ inserted: 0, skipped: 5 });
    });
  });
}

/**
 * Tests of what is kept: a log on other machines gives each inserted delivery the seq of its stream, and finds
 * duplicates by their keys, which an export does not have.
 */
export function localInsertContract(kind: LogKind): void {
  describe("insertion of exported deliveries", () => {
    test("duplicates are kept", async () => {
      const [source, target] = [await openLog(kind), await openLog(kind)];
      await appendSome(source);
      await target.insert(batches(await storedIn(source)));
      expect(await target.get(4)).toMatchObject({ duplicateOf: 1, removed: [] });
    });

    test("seqs of an export with gaps are kept, and counted as removed", async () => {
      const [source, target] = [await openLog(kind), await openLog(kind)];
      await appendSome(source);
      const stored = (await storedIn(source)).filter(({ seq }) => seq === 2 || seq === 4);
      await target.insert(batches(stored));
      expect(await allSeqs(target)).toEqual([2, 4]);
      expect(await target.count({ text: "", terms: [] })).toBe(2);
      expect(await target.get(4)).toMatchObject({ replayOf: 1, duplicateOf: 1, removed: [1, 1] });
    });
  });
}
