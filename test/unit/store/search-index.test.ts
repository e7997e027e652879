import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { type Indexer, openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { allSeqs, deliveryOf, filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const corpus = filterOf({ kind: "words", tokens: ["corp"] });

function openedIndexer(dataDir: string): Indexer {
  const indexer = openIndexer(dataDir);
  onTestFinished(() => indexer.close());
  return indexer;
}

/** Creates a log with a number of deliveries about a corpus, and its complete index. */
async function indexedLog(count: number): Promise<{ dataDir: string; log: DeliveryLog; indexer: Indexer }> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await addDeliveries(log, count);
  const indexer = openedIndexer(dataDir);
  while (!indexer.indexStep(50).caughtUp);
  return { dataDir, log, indexer };
}

async function addDeliveries(log: DeliveryLog, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) => log.append(deliveryOf(`{"corpus": ${index}}`))),
  );
}

/** Returns the matches of the index alone, without the rows that a search scans. */
function indexedSeqs(dataDir: string, start = "corp"): unknown[] {
  using db = new DatabaseSync(join(dataDir, "search.db"), { readOnly: true });
  return db
    .prepare("SELECT rowid AS seq FROM words WHERE words MATCH ? ORDER BY rowid")
    .all(`"${start}" *`)
    .map((row) => row["seq"]);
}

function pendingRows(dataDir: string): unknown[] {
  using db = new DatabaseSync(join(dataDir, "search.db"), { readOnly: true });
  return db
    .prepare("SELECT seq FROM pending ORDER BY seq")
    .all()
    .map((row) => row["seq"]);
}

test("indexes in steps of a number of rows, and reports when nothing is left", async () => {
  const dataDir = freshDataDir();
  const indexer = openedIndexer(dataDir);
  expect(indexer.indexStep(10)).toMatchObject({ indexedSeq: 0, caughtUp: true });
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await addDeliveries(log, 25);
  expect(indexer.indexStep(10)).toMatchObject({ indexedSeq: 10, caughtUp: false });
  expect(indexedSeqs(dataDir)).toHaveLength(10);
  expect(indexer.indexStep(100)).toMatchObject({ indexedSeq: 25, caughtUp: false });
  expect(indexer.indexStep(100)).toMatchObject({ indexedSeq: 25, caughtUp: true });
  expect(await log.count(corpus)).toBe(25);
});

test("indexes few large bodies per step", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await Promise.all(
    Array.from({ length: 4 }, () => log.append(deliveryOf(`corpus ${"x".repeat(3_000_000)}`))),
  );
  const indexer = openedIndexer(dataDir);
  expect(indexer.indexStep(100)).toMatchObject({ indexedSeq: 2, caughtUp: false });
});

test("indexes a pending row at once, and again with its result once it has an outcome", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  for (let index = 1; index <= 6; index += 1) {
    await log.append(
      deliveryOf(`{"corpus": ${index}}`, { outcome: index % 2 === 0 ? "pending" : "handled" }),
    );
  }
  const indexer = openedIndexer(dataDir);
  while (!indexer.indexStep(4).caughtUp);
  expect(indexedSeqs(dataDir)).toHaveLength(6);
  expect(pendingRows(dataDir)).toEqual([2, 4, 6]);

  const thimble = filterOf({ kind: "words", tokens: ["thimble"] });
  const json = filterOf({ kind: "words", tokens: ["application", "json"] });
  const settle = (seq: number) =>
    log.setOutcome(seq, { outcome: "handled", status: 200, durationMs: 1, console: [`a thimble ${seq}`] });
  await Promise.all([settle(2), settle(6)]);
  // The index does not have the lines yet; the search does.
  expect(indexedSeqs(dataDir, "thimble")).toEqual([]);
  expect(await allSeqs(log, thimble)).toEqual([2, 6]);
  expect(await log.count(json)).toBe(6);

  expect(indexer.indexStep(1)).toMatchObject({ caughtUp: false });
  expect(indexedSeqs(dataDir, "thimble")).toEqual([2]);
  expect(indexer.indexStep(10)).toMatchObject({ caughtUp: false });
  expect(indexer.indexStep(10)).toMatchObject({ caughtUp: true });
  expect(indexedSeqs(dataDir, "thimble")).toEqual([2, 6]);
  expect(pendingRows(dataDir)).toEqual([4]);
  expect(await allSeqs(log, thimble)).toEqual([2, 6]);
  expect(await log.count(json)).toBe(6);

  while (indexer.mergeStep());
  using db = new DatabaseSync(join(dataDir, "search.db"));
  db.exec("INSERT INTO words (words) VALUES ('integrity-check')");
  expect(indexedSeqs(dataDir)).toHaveLength(6);
});

test("continues after a restart", async () => {
  const { dataDir, log, indexer } = await indexedLog(30);
  indexer.close();
  await addDeliveries(log, 5);
  expect(openedIndexer(dataDir).indexStep(100)).toMatchObject({ indexedSeq: 35, caughtUp: false });
  expect(indexedSeqs(dataDir)).toHaveLength(35);
});

test("merging does not change the results", async () => {
  const { dataDir, log, indexer } = await indexedLog(1000);
  const pieces = (): unknown => {
    const db = new DatabaseSync(join(dataDir, "search.db"), { readOnly: true });
    const row = db.prepare("SELECT count(DISTINCT segid) AS n FROM words_idx").get();
    db.close();
    return row?.["n"];
  };
  const before = Number(pieces());
  expect(indexer.mergeStep()).toBe(true);
  while (indexer.mergeStep());
  expect(Number(pieces())).toBeLessThan(before);
  expect(indexedSeqs(dataDir)).toHaveLength(1000);
  expect(await log.count(corpus)).toBe(1000);
});

test("an index of another version, and a file that is not an index, are replaced", async () => {
  const { dataDir, log, indexer } = await indexedLog(10);
  indexer.close();
  const file = join(dataDir, "search.db");
  const db = new DatabaseSync(file);
  db.exec("PRAGMA user_version = 99; UPDATE progress SET indexed_seq = 7");
  db.close();
  expect(await log.count(corpus)).toBe(10);
  expect(openedIndexer(dataDir).indexStep(100)).toMatchObject({ indexedSeq: 10, caughtUp: false });

  const other = freshDataDir();
  const second = await openDeliveryLog(other);
  onTestFinished(() => second.close());
  await addDeliveries(second, 10);
  writeFileSync(join(other, "search.db"), "not an index ".repeat(1000));
  expect(await second.count(corpus)).toBe(10);
  expect(openedIndexer(other).indexStep(100)).toMatchObject({ indexedSeq: 10, caughtUp: false });
  expect(await second.count(corpus)).toBe(10);
});

test("a damaged index is not used, and its writer replaces it", async () => {
  const { dataDir, log, indexer } = await indexedLog(3000);
  indexer.close();
  const file = join(dataDir, "search.db");
  const db = new DatabaseSync(file, { defensive: false });
  db.exec("UPDATE words_data SET block = x'ffffffffffff' WHERE id > 10");
  db.close();
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.count(corpus)).toBe(3000);
  expect(await allSeqs(reader, corpus)).toHaveLength(3000);
  expect(existsSync(`${file}.suspect`)).toBe(true);
  const next = openedIndexer(dataDir);
  while (!next.indexStep(500).caughtUp);
  expect(existsSync(`${file}.suspect`)).toBe(false);
  expect(indexedSeqs(dataDir)).toHaveLength(3000);
  expect(await reader.count(corpus)).toBe(3000);
  expect(await log.count(corpus)).toBe(3000);
});

test("the index of a set-aside log is not used for the new one", async () => {
  const { dataDir, log, indexer } = await indexedLog(10);
  indexer.close();
  await log.close();
  writeFileSync(join(dataDir, "deliveries.db"), "damaged ".repeat(1000));
  const next = await openDeliveryLog(dataDir);
  onTestFinished(() => next.close());
  await Promise.all(Array.from({ length: 5 }, () => next.append(newDelivery())));
  expect(await next.count(corpus)).toBe(0);
  const anew = openedIndexer(dataDir);
  const last = await next.lastSeq();
  expect(last).toBeGreaterThan(15);
  expect(anew.indexStep(100)).toMatchObject({ indexedSeq: last, caughtUp: false });
  expect(await next.count(corpus)).toBe(0);
});
