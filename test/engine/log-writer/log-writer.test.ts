import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { openLogWriter } from "../../../src/engine/log-writer/client.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { generationsIn, journalFile } from "../../../src/store/journal/journal-files.ts";
import type { DeliveryLog } from "../../../src/store/ports.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/delivery-reader.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { leftNow, recoveredPaths } from "./killed.ts";

async function openWriter(dataDir: string): Promise<DeliveryLog> {
  const log = await openLogWriter(dataDir);
  onTestFinished(() => log.close());
  return log;
}

/** With the thread that keeps its tables. */
async function openWithThread(dataDir: string): Promise<{ log: DeliveryLog; thread: Worker }> {
  const made = once(process, "worker") as Promise<[Worker]>;
  const log = await openWriter(dataDir);
  const [thread] = await made;
  return { log, thread };
}

const append = (log: DeliveryLog, seq: number): Promise<number> =>
  log.append(newDelivery({ path: `/${seq}` }));

test("when its thread ends, senders are refused at once, nothing hangs, and what was accepted is there at the next start", async () => {
  const dataDir = freshDataDir();
  const { log, thread } = await openWithThread(dataDir);
  expect(await append(log, 1)).toBe(1);
  const outcome = { outcome: "handled", status: 203, durationMs: 1 } as const;
  const accepted = append(log, 2);
  const ended = thread.terminate();
  expect(await accepted).toBe(2);
  await ended;
  await expect(append(log, 3)).rejects.toMatchObject({ code: "writer-gone" });
  // What came of one that was accepted is kept all the same.
  await log.outcome(1, outcome);
  await expect(log.interruptPending()).rejects.toMatchObject({ code: "writer-gone" });
  expect(await log.count(emptyFilter)).toBeLessThanOrEqual(2);
  for await (const _ of log.tail(new AbortController().signal)) {
    // It ends by itself.
  }
  await log.close();
  expect(generationsIn(dataDir)).not.toEqual([]);
  expect(await recoveredPaths(dataDir)).toEqual(["/1", "/2"]);
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.get(1)).toMatchObject(outcome);
});

test("while the tables are held by another, deliveries are accepted, then refused, and go on once they are free", async () => {
  const dataDir = freshDataDir();
  const log = await openWriter(dataDir);
  const other = new DatabaseSync(join(dataDir, "deliveries.db"));
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec("BEGIN IMMEDIATE");
  expect(await Promise.all([append(log, 1), append(log, 2)])).toEqual([1, 2]);
  // It waits for the tables, which give up after five seconds.
  expect(await log.count(emptyFilter)).toBe(0);
  await expect(append(log, 3)).rejects.toMatchObject({ code: "store-busy" });
  other.exec("ROLLBACK");
  const stop = new AbortController();
  for await (const { seq } of log.tail(stop.signal)) if (seq === 2) stop.abort();
  await expect.poll(() => append(log, 3).catch(() => null)).toBe(3);
  await log.close();
  expect(generationsIn(dataDir)).toEqual([]);
  expect(await recoveredPaths(dataDir)).toEqual(["/1", "/2", "/3"]);
}, 20_000);

test("a journal that somebody removed is an error for senders, and keeps no read and no close waiting", async () => {
  const dataDir = freshDataDir();
  const log = await openWriter(dataDir);
  rmSync(journalFile(dataDir, 1));
  await append(log, 1);
  expect(await log.get(1)).toBeNull();
  await expect(append(log, 2)).rejects.toMatchObject({ code: "store-damaged" });
  await log.close();
});

test("a journal that cannot be begun leaves no thread behind", async () => {
  const dataDir = freshDataDir();
  const threads: Worker[] = [];
  process.once("worker", (thread) => {
    threads.push(thread);
    // In the way of the journal's file, when the tables are open and have looked for one.
    thread.prependOnceListener("message", () => mkdirSync(journalFile(dataDir, 1)));
  });
  await expect(openLogWriter(dataDir)).rejects.toThrow(/EEXIST/);
  const [thread] = threads;
  if (thread !== undefined && thread.threadId !== -1) await once(thread, "exit");
  expect(thread?.threadId).toBe(-1);
});

test("turns larger than a file of the journal are taken whole, and few files are used again and again", async () => {
  const dataDir = freshDataDir();
  const log = await openWriter(dataDir);
  const turn = 280;
  const seqs = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
  const files = new Set<number>();
  async function appendTurn(before: number): Promise<void> {
    const body = Buffer.alloc(62_000, before);
    const appended = seqs(turn).map((index) =>
      log.append(newDelivery({ path: `/${before + index}`, body, bytes: body.length })),
    );
    expect(await Promise.all(appended)).toEqual(seqs(turn).map((index) => before + index));
    for (const generation of generationsIn(dataDir))
      files.add(statSync(journalFile(dataDir, generation)).ino);
  }
  for (let round = 0; round < 3; round += 1) {
    await appendTurn(round * turn);
    expect(await log.count(emptyFilter)).toBe((round + 1) * turn);
  }
  // So that what a kill would leave now has all of this turn in a file that was used before, and nothing moves while it is copied.
  const holder = new DatabaseSync(join(dataDir, "deliveries.db"));
  holder.exec("BEGIN IMMEDIATE");
  await appendTurn(3 * turn);
  const left = leftNow(dataDir);
  holder.exec("ROLLBACK");
  holder.close();
  expect(generationsIn(dataDir)).toEqual([3, 4]);
  expect(files.size).toBeLessThan(4);
  await log.close();
  expect(await recoveredPaths(left)).toEqual(seqs(4 * turn).map((seq) => `/${seq}`));
});

test("of the files that lay before the tables only one is kept, to be used again, once they have it all", async () => {
  const dataDir = freshDataDir();
  const log = await openWriter(dataDir);
  const holder = new DatabaseSync(join(dataDir, "deliveries.db"));
  holder.exec("BEGIN IMMEDIATE");
  const body = Buffer.alloc(62_000);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(
      Array.from({ length: 280 }, () => log.append(newDelivery({ body, bytes: body.length }))),
    );
  }
  expect(generationsIn(dataDir)).toEqual([1, 2, 3, 4]);
  holder.exec("ROLLBACK");
  holder.close();
  expect(await log.count(emptyFilter)).toBe(4 * 280);
  expect(generationsIn(dataDir)).toEqual([1, 4]);
});

test("closing twice is closing once, and afterwards everything is refused", async () => {
  const dataDir = freshDataDir();
  const log = await openWriter(dataDir);
  const last = append(log, 1);
  await Promise.all([log.close(), log.close()]);
  await log.close();
  expect(await last).toBe(1);
  await expect(append(log, 2)).rejects.toMatchObject({ code: "store-closed" });
  await expect(log.outcome(1, { outcome: "handled", status: 200, durationMs: 1 })).rejects.toMatchObject({
    code: "store-closed",
  });
  await expect(log.get(1)).rejects.toMatchObject({ code: "store-closed" });
  expect(readdirSync(dataDir).filter((name) => name !== "deliveries.db")).toEqual([]);
  expect(await recoveredPaths(dataDir)).toEqual(["/1"]);
});
