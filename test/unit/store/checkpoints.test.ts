import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { deliveriesFile } from "../../../src/store/sqlite/deliveries/deliveries-file.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openCheckpoints } from "../../../src/store/sqlite/deliveries/search/checkpoints.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const mebibyte = 1024 * 1024;

async function openLog(dataDir: string): Promise<DeliveryLog> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return log;
}

function walBytes(dataDir: string): number {
  return statSync(join(dataDir, "deliveries.db-wal")).size;
}

/** Returns the part of the WAL that is not in the database file yet. */
function pendingBytes(dataDir: string): number {
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  const { log, checkpointed } = db.prepare("PRAGMA wal_checkpoint(NOOP)").get() ?? {};
  return (Number(log) - Number(checkpointed)) * 8192;
}

/**
 * Appends a number of bytes, of which the WAL takes almost twice as many, in rows of 40 kB with one
 * transaction each.
 */
async function appendMebibytes(log: DeliveryLog, mebibytes: number): Promise<void> {
  const body = new Uint8Array(40_000);
  for (let row = 0; row < mebibytes * 25; row += 1) await log.append(newDelivery({ body }));
}

test("a new database has pages of 8 kB, an older one keeps its page size", async () => {
  const pageSize = (dataDir: string): unknown => {
    using db = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
    return [
      db.prepare("PRAGMA page_size").get()?.["page_size"],
      db.prepare("PRAGMA auto_vacuum").get()?.["auto_vacuum"],
    ];
  };
  const dataDir = freshDataDir();
  await openLog(dataDir);
  expect(pageSize(dataDir)).toEqual([8192, 2]);

  const old = freshDataDir();
  mkdirSync(old);
  const db = new DatabaseSync(join(old, "deliveries.db"));
  db.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA page_size = 8192; PRAGMA journal_mode = WAL");
  migrate(db, deliveriesFile.migrations, "deliveries.db");
  db.close();
  await openLog(old);
  expect(pageSize(old)).toEqual([4096, 2]);
});

describe("the WAL of a log", () => {
  test("stays bounded without background checkpoints", async () => {
    const dataDir = freshDataDir();
    const log = await openLog(dataDir);
    let most = 0;
    for (let round = 0; round < 20; round += 1) {
      await appendMebibytes(log, 5);
      most = Math.max(most, walBytes(dataDir));
    }
    expect(most).toBeGreaterThan(16 * mebibyte);
    expect(most).toBeLessThan(deliveriesFile.walBytes + 2 * mebibyte);
  });

  test("is checkpointed in the background from 8 MiB on, and then restarted by the writer", async () => {
    const dataDir = freshDataDir();
    const log = await openLog(dataDir);
    const checkpoints = openCheckpoints(dataDir, 0);
    onTestFinished(() => checkpoints.close());
    await appendMebibytes(log, 3);
    checkpoints.runIfDue();
    expect(pendingBytes(dataDir)).toBeGreaterThan(3 * mebibyte);
    await appendMebibytes(log, 3);
    checkpoints.runIfDue();
    expect(pendingBytes(dataDir)).toBe(0);
    for (let round = 0; round < 12; round += 1) {
      await appendMebibytes(log, 5);
      checkpoints.runIfDue();
    }
    expect(walBytes(dataDir)).toBeLessThan(18 * mebibyte);
  });

  test("grows during a read transaction, and shrinks after it", async () => {
    const dataDir = freshDataDir();
    const log = await openLog(dataDir);
    await log.append(newDelivery());
    const reader = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
    onTestFinished(() => {
      if (reader.isOpen) reader.close();
    });
    reader.exec("BEGIN");
    expect(reader.prepare("SELECT count(*) AS n FROM deliveries").get()).toMatchObject({ n: 1 });
    await appendMebibytes(log, 60);
    expect(walBytes(dataDir)).toBeGreaterThan(deliveriesFile.walBytes);
    expect(reader.prepare("SELECT count(*) AS n FROM deliveries").get()).toMatchObject({ n: 1 });
    reader.close();
    await appendMebibytes(log, 1);
    expect(walBytes(dataDir)).toBeLessThanOrEqual(deliveriesFile.walBytes);
  });
});
