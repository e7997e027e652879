import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import { deliveriesFile } from "../../../src/store/sqlite/deliveries/deliveries-file.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { allSeqs, deliveryOf, filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

/** Returns the first value that a query finds. */
function valueOf(dataDir: string, sql: string, file = "deliveries.db"): unknown {
  const db = new DatabaseSync(join(dataDir, file), { readOnly: true });
  const row = db.prepare(sql).get();
  db.close();
  return Object.values(row ?? {})[0];
}

function fileSize(dataDir: string): number {
  return statSync(join(dataDir, "deliveries.db")).size;
}

const all = { beforeMs: Number.MAX_SAFE_INTEGER, maxBytes: null };

test("a pruned log returns its space to the disk", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  const body = Buffer.alloc(60_000, "x");
  for (let sent = 0; sent < 1000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => log.append(newDelivery({ body }))));
  }
  await log.prune({ beforeMs: null, maxBytes: 5_000_000 });
  const left = await log.count(emptyFilter);
  await log.close();
  expect(left).toBeGreaterThan(70);
  expect(fileSize(dataDir)).toBeLessThan(7_000_000);
  expect(valueOf(dataDir, "PRAGMA integrity_check")).toBe("ok");
  const again = await openDeliveryLog(dataDir);
  onTestFinished(() => again.close());
  expect(await again.count(emptyFilter)).toBe(left);
  expect((await again.get(1000))?.body).toHaveLength(60_000);
});

test("no table keeps rows of a removed delivery", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await log.append(newDelivery({ body: Buffer.alloc(100_000), dedupeKey: "a" }));
  await log.addAttempt(1, {
    target: "http://127.0.0.1:9/",
    startedAt: "2026-11-20T10:00:00.000Z",
    status: 200,
    error: null,
    durationMs: 1,
    reply: { headers: [], body: new Uint8Array(3) },
  });
  await log.prune(all);
  for (const table of ["deliveries", "contents", "bodies", "attempts"]) {
    expect([table, valueOf(dataDir, `SELECT count(*) FROM ${table}`)]).toEqual([table, 0]);
  }
});

test("a file without auto_vacuum can shrink after it was opened", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const old = new DatabaseSync(join(dataDir, deliveriesFile.name));
  migrate(old, deliveriesFile.migrations, deliveriesFile.name);
  old.close();
  expect(valueOf(dataDir, "PRAGMA auto_vacuum")).toBe(0);
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  expect(valueOf(dataDir, "PRAGMA auto_vacuum")).toBe(2);
  expect(await log.append(newDelivery())).toMatchObject({ seq: 1 });
});

test("the word index is rebuilt when half as many rows were removed as are left", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const start = Date.UTC(2026, 10, 20);
  await Promise.all(
    Array.from({ length: 3000 }, (_, index) =>
      log.append({ ...deliveryOf(`{"corpus": ${index}}`), receivedAtMs: start + index }),
    ),
  );
  const indexer = openIndexer(dataDir);
  onTestFinished(() => indexer.close());
  const indexed = (): unknown => {
    while (!indexer.indexStep(1000).caughtUp);
    return valueOf(dataDir, "SELECT count(*) FROM words WHERE words MATCH 'corpus'", "search.db");
  };
  const corpus = filterOf({ kind: "words", tokens: ["corpus"] });
  expect(indexed()).toBe(3000);
  await log.prune({ beforeMs: start + 900, maxBytes: null });
  expect(indexed()).toBe(3000);
  expect(await log.count(corpus)).toBe(2100);
  await log.prune({ beforeMs: start + 1200, maxBytes: null });
  expect(indexed()).toBe(1800);
  expect(await log.count(corpus)).toBe(1800);
  expect((await allSeqs(log, corpus))[0]).toBe(1201);
});
