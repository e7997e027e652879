import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { backupLog } from "../../../src/store/sqlite/deliveries/damage/backup.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { allSeqs, deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/** Deliveries received at different times, in milliseconds; the third is large, the fourth pending. */
async function appendAt(log: DeliveryLog, from: number, to: number): Promise<void> {
  for (let ms = from; ms <= to; ms += 1) {
    await log.append(
      deliveryOf(ms % 10 === 3 ? `large ${ms} `.repeat(20_000) : `body ${ms}`, {
        receivedAtMs: ms,
        sha256: true,
        ...(ms % 10 === 4 && { outcome: "pending", status: null }),
      }),
    );
  }
}

async function openLog(dataDir = freshDataDir()): Promise<{ dataDir: string; log: DeliveryLog }> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return { dataDir, log };
}

async function bodyOf(log: DeliveryLog, seq: number): Promise<string | undefined> {
  const detail = await log.get(seq);
  return detail === null ? undefined : Buffer.from(detail.body).toString().slice(0, 12).trim();
}

test("a backup is one private file with the deliveries of one moment", async () => {
  const { dataDir, log } = await openLog();
  await appendAt(log, 1, 40);
  const file = join(dataDir, "..", `backup-${process.pid}.db`);
  onTestFinished(() => import("node:fs").then(({ rmSync }) => rmSync(file, { force: true })));
  const appending = appendAt(log, 41, 200);
  const { deliveries } = await backupLog(dataDir, file, { force: false });
  await appending;
  expect(deliveries).toBeGreaterThanOrEqual(40);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false]);
  using db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(db.prepare("SELECT count(*) AS n, max(seq) AS last FROM contents").get()).toEqual({
    n: deliveries,
    last: deliveries,
  });
});

test("a backup replaces a file with force only, and leaves nothing after a failure", async () => {
  const { dataDir, log } = await openLog();
  await appendAt(log, 1, 3);
  const file = join(dataDir, "kept.db");
  writeFileSync(file, "mine");
  await expect(backupLog(dataDir, file, { force: false })).rejects.toMatchObject({ exitCode: 2 });
  expect(statSync(file).size).toBe(4);
  await backupLog(dataDir, file, { force: true });
  expect(statSync(file).size).toBeGreaterThan(4096);
  await expect(backupLog(dataDir, join(dataDir, "nowhere", "x.db"), { force: false })).rejects.toMatchObject({
    exitCode: 2,
  });
  await expect(backupLog(freshDataDir(), join(dataDir, "y.db"), { force: false })).rejects.toMatchObject({
    exitCode: 2,
  });
  expect(readdirSync(dataDir).filter((name) => /[xy]\.db/.test(name))).toEqual([]);
});

test("rows of the same log keep a free seq, and existing rows are skipped", async () => {
  const { dataDir, log } = await openLog();
  await appendAt(log, 1, 300);
  const file = join(dataDir, "backup.db");
  await backupLog(dataDir, file, { force: false });
  await log.prune({ beforeMs: 101, maxBytes: null });
  const left = await log.count(emptyFilter);
  await appendAt(log, 301, 305);
  expect(await log.import(file)).toEqual({ file, imported: 300 - left, skipped: left, unreadable: 0 });
  expect(await log.count(emptyFilter)).toBe(305);
  expect(await allSeqs(log)).toEqual(Array.from({ length: 305 }, (_, index) => index + 1));
  expect([await bodyOf(log, 2), await bodyOf(log, 3), await bodyOf(log, 302)]).toEqual([
    "body 2",
    "large 3 larg",
    "body 302",
  ]);
  expect(await log.import(file)).toEqual({ file, imported: 0, skipped: 300, unreadable: 0 });
  await appendAt(log, 306, 306);
  expect(await bodyOf(log, 306)).toBe("body 306");
});

test("a row whose seq another delivery has gets a new seq", async () => {
  const { dataDir, log } = await openLog();
  await appendAt(log, 1, 10);
  const restored = freshDataDir();
  await (await openDeliveryLog(restored)).close();
  await backupLog(dataDir, join(restored, "deliveries.db"), { force: true });
  await appendAt(log, 11, 15);
  await backupLog(dataDir, join(restored, "later.db"), { force: false });

  // The backup replaced the log, and more deliveries were appended to it.
  const { log: copy } = await openLog(restored);
  await appendAt(copy, 101, 103);
  expect(await copy.import(join(restored, "later.db"))).toEqual({
    file: join(restored, "later.db"),
    imported: 5,
    skipped: 10,
    unreadable: 0,
  });
  expect(await copy.count(emptyFilter)).toBe(18);
  const bodies = await Promise.all(Array.from({ length: 8 }, (_, index) => bodyOf(copy, index + 11)));
  expect(bodies.slice(0, 3)).toEqual(["body 101", "body 102", "large 103 la"]);
  expect(bodies.slice(3)).toEqual(["body 11", "body 12", "large 13 lar", "body 14", "body 15"]);
});

test("rows of another log get new seqs in their order, keep their references, and are imported once", async () => {
  const { dataDir: from, log: source } = await openLog();
  await appendAt(source, 1, 12);
  await source.append(deliveryOf("again", { receivedAtMs: 13, replayOf: 2, sha256: true }));
  await source.addAttempt(2, {
    target: "http://127.0.0.1:9/",
    startedAt: "2026-11-20T10:00:00.000Z",
    status: 204,
    error: null,
    durationMs: 1,
    reply: null,
  });
  const file = join(from, "backup.db");
  await backupLog(from, file, { force: false });

  const { log } = await openLog();
  await appendAt(log, 1, 1);
  await appendAt(log, 500, 503);
  expect(await log.import(file)).toEqual({ file, imported: 12, skipped: 1, unreadable: 0 });
  expect(await log.import(file)).toEqual({ file, imported: 0, skipped: 13, unreadable: 0 });
  expect(await allSeqs(log)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  expect(await log.get(6)).toMatchObject({
    receivedAt: new Date(2).toISOString(),
    attempts: [{ status: 204 }],
  });
  expect(await log.get(8)).toMatchObject({ outcome: "interrupted" });
  expect(await log.get(17)).toMatchObject({ replayOf: 6 });
  await appendAt(log, 600, 600);
  expect(await bodyOf(log, 18)).toBe("body 600");
});

test("a log of an unreleased version is refused and left alone", async () => {
  const { dataDir, log } = await openLog();
  const file = join(dataDir, "deliveries.damaged-20261120T101010Z.db");
  const old = new DatabaseSync(file);
  old.exec("CREATE TABLE deliveries (seq INTEGER PRIMARY KEY); PRAGMA user_version = 3");
  old.close();
  await expect(log.import(file)).rejects.toMatchObject({ code: "store-version", exitCode: 3 });
  expect(existsSync(file)).toBe(true);
});

test("a file that is not a log, and the log itself, are refused", async () => {
  const { dataDir, log } = await openLog();
  await appendAt(log, 1, 1);
  const text = join(dataDir, "text.db");
  writeFileSync(text, "no database ".repeat(1000));
  await expect(log.import(text)).rejects.toMatchObject({ code: "store-damaged", exitCode: 3 });
  await expect(log.import(join(dataDir, "none.db"))).rejects.toMatchObject({ exitCode: 2 });
  await expect(log.import(join(dataDir, "deliveries.db"))).rejects.toMatchObject({ exitCode: 2 });
  copyFileSync(text, join(dataDir, "copy.db"));
  expect(await log.append(deliveryOf("goes on"))).toMatchObject({ seq: 2 });
});

test("retention, the newest time and the period count by time, also after an import of older deliveries", async () => {
  const { log } = await openLog();
  await appendAt(log, 5_001, 5_400);
  const older = await openLog();
  await appendAt(older.log, 1, 20);
  const file = join(older.dataDir, "older.db");
  await backupLog(older.dataDir, file, { force: false });
  await log.import(file);
  expect(await log.receivedPeriod()).toEqual({ firstAtMs: 1, lastAtMs: 5_400 });
  expect(await log.newestAtMs()).toBe(5_400);
  expect(await log.prune({ beforeMs: 5_000, maxBytes: null })).toMatchObject({ deliveries: 20 });
  expect(await log.receivedPeriod()).toMatchObject({ firstAtMs: 5_001 });
  expect(await log.count(emptyFilter)).toBe(400);
});
