import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import {
  type RunningIndexer,
  startIndexer,
} from "../../../src/store/sqlite/deliveries/search/start-indexer.ts";
import { deliveryOf, filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

function indexedTo(dataDir: string): number {
  const file = join(dataDir, "search.db");
  if (!existsSync(file)) return 0;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(db.prepare("SELECT indexed_seq AS seq FROM progress").get()?.["seq"]);
  } catch {
    // The thread has created the file, but not its tables yet.
    return 0;
  } finally {
    db.close();
  }
}

test("a thread indexes rows of before its start and later ones", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  const failures: string[] = [];
  let indexer: RunningIndexer | null = null;
  onTestFinished(async () => {
    await indexer?.close();
    await log.close();
  });
  await log.append(deliveryOf("corpus"));
  indexer = startIndexer({ dataDir, log, onFailure: (reason) => failures.push(reason) });
  await expect.poll(() => indexedTo(dataDir)).toBe(1);
  for (let batch = 0; batch < 20; batch += 1) {
    await Promise.all(Array.from({ length: 50 }, () => log.append(deliveryOf("corpus"))));
    expect(await log.count(filterOf({ kind: "words", tokens: ["corpus"] }))).toBe(1 + 50 * (batch + 1));
  }
  await expect.poll(() => indexedTo(dataDir)).toBe(1001);
  expect(failures).toEqual([]);
});

test("close stops the thread at any point, also twice and while it is idle", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const idle = startIndexer({ dataDir, log });
  await idle.close();
  await idle.close();
  await Promise.all(Array.from({ length: 2000 }, () => log.append(deliveryOf("corpus ".repeat(50)))));
  await startIndexer({ dataDir, log }).close();
  expect(await log.count(filterOf({ kind: "words", tokens: ["corpus"] }))).toBe(2000);
});

test("a failure is reported, and the thread continues when its cause is gone", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  // Another writer locks the index file: the step fails after its timeout.
  const failures: string[] = [];
  await log.append(deliveryOf("corpus"));
  const first = startIndexer({ dataDir, log, onFailure: (reason) => failures.push(reason) });
  onTestFinished(() => first.close());
  await expect.poll(() => indexedTo(dataDir)).toBe(1);
  const other = new DatabaseSync(join(dataDir, "search.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  await log.append(deliveryOf("corpus"));
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(1);
  other.exec("ROLLBACK");
  await log.append(deliveryOf("corpus"));
  await expect.poll(() => indexedTo(dataDir)).toBe(3);
});

test("the thread marks duplicates, which changes the position", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await log.append(newDelivery({ dedupeKey: "content-1", dedupeWithinMs: 60_000 }));
  await log.append(newDelivery({ dedupeKey: "content-1", dedupeWithinMs: 60_000 }));
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const positions = log.tail(ending.signal)[Symbol.asyncIterator]();
  const before = await positions.next();
  const indexer = startIndexer({ dataDir, log });
  onTestFinished(() => indexer.close());
  const after = await positions.next();
  expect(after.value).toMatchObject({ seq: 2 });
  expect(after.value).not.toEqual(before.value);
  expect(await log.get(2)).toMatchObject({ duplicateOf: 1 });
});

test("a thread that ends unexpectedly is restarted once; the second end is reported", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const threads: Worker[] = [];
  const noteThread = (thread: Worker): number => threads.push(thread);
  process.on("worker", noteThread);
  onTestFinished(() => void process.off("worker", noteThread));
  const dead: string[] = [];
  const indexer = startIndexer({ dataDir, log, onDead: (reason) => dead.push(reason) });
  onTestFinished(() => indexer.close());
  await log.append(deliveryOf("corpus"));
  await expect.poll(() => threads.length).toBe(1);
  await threads[0]?.terminate();
  await expect.poll(() => indexedTo(dataDir)).toBe(1);
  expect(dead).toEqual([]);
  await log.append(deliveryOf("corpus"));
  await expect.poll(() => indexedTo(dataDir)).toBe(2);
  expect(threads).toHaveLength(2);
  await threads[1]?.terminate();
  await expect.poll(() => dead).toEqual([expect.stringMatching(/ended unexpectedly \(exit code 1\)/)]);
  expect(threads).toHaveLength(2);
  // The log continues without the thread.
  expect(await log.append(deliveryOf("corpus"))).toMatchObject({ seq: 3 });
});
