import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { JournalGapError } from "../../../src/store/errors.ts";
import type { JournalEntry } from "../../../src/store/journal/entries.ts";
import { type JournaledLog, openDeliveryLog } from "../../../src/store/sqlite/delivery-log.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { rowEntry } from "../../support/journal-entries.ts";

async function openLog(dataDir = freshDataDir()): Promise<JournaledLog> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return log;
}

const at = (offset: number) => ({ generation: 1, offset });

function outcomeOf(seq: number, status = 200): JournalEntry {
  return { kind: "outcome", seq, update: { outcome: "handled", status, durationMs: 3 } };
}

function attemptOf(seq: number, target: string): JournalEntry {
  const startedAt = "2026-11-20T09:14:03.218Z";
  const attempt = { target, startedAt, status: 200, error: null, durationMs: 4, reply: null };
  return { kind: "attempt", seq, attempt };
}

test("outcomes and attempts find their row, also in the same batch and before it, and the last outcome counts", async () => {
  const log = await openLog();
  await log.apply([rowEntry(1, { outcome: "pending" }), rowEntry(2, { outcome: "pending" })], at(1));
  await log.apply(
    [
      outcomeOf(1),
      attemptOf(3, "first"),
      outcomeOf(3, 500),
      rowEntry(3, { outcome: "pending" }),
      attemptOf(3, "second"),
      outcomeOf(3, 201),
      attemptOf(2, "other"),
    ],
    at(2),
  );
  expect(await log.get(1)).toMatchObject({ outcome: "handled", status: 200, durationMs: 3 });
  expect(await log.get(2)).toMatchObject({ outcome: "pending", attempts: [{ target: "other" }] });
  expect(await log.get(3)).toMatchObject({
    outcome: "handled",
    status: 201,
    attempts: [{ target: "first" }, { target: "second" }],
  });
});

test("what is applied twice is refused, whole, and the place stays", async () => {
  const log = await openLog();
  await log.apply([rowEntry(1), rowEntry(2)], at(7));
  await expect(log.apply([outcomeOf(1, 404), rowEntry(1), rowEntry(2)], at(9))).rejects.toThrow(
    JournalGapError,
  );
  await expect(log.apply([rowEntry(3), rowEntry(5)], at(9))).rejects.toThrow(/has delivery 5 where 4 is/);
  expect(await allSeqs(log)).toEqual([1, 2]);
  expect((await log.get(1))?.status).toBe(rowEntry(1).delivery.status);
  expect(log.appliedTo).toEqual(at(7));
  await log.apply([rowEntry(3)], at(9));
  expect(await allSeqs(log)).toEqual([1, 2, 3]);
});

test("the place is found again, and the log goes on behind it", async () => {
  const dataDir = freshDataDir();
  const log = await openLog(dataDir);
  await log.apply([rowEntry(1)], at(7));
  await log.close();
  const again = await openLog(dataDir);
  expect(again.appliedTo).toEqual(at(7));
  expect(again.position.seq).toBe(1);
});

test("what settles is a commit that writes, though it changes nothing: SQLite syncs no other", async () => {
  const dataDir = freshDataDir();
  const log = await openLog(dataDir);
  await log.apply([rowEntry(1)], at(7));
  await log.settle();
  const wal = join(dataDir, "deliveries.db-wal");
  const { size } = statSync(wal);
  await log.settle();
  expect(statSync(wal).size).toBeGreaterThan(size);
  expect(log.appliedTo).toEqual(at(7));
});

test("what comes of a delivery that is gone is dropped", async () => {
  const log = await openLog();
  await log.apply([rowEntry(1)], at(1));
  await log.prune({ beforeMs: Number.MAX_SAFE_INTEGER, maxBytes: null });
  await log.apply([outcomeOf(1), attemptOf(1, "late"), rowEntry(2)], at(2));
  expect(await allSeqs(log)).toEqual([2]);
});
