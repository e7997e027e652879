import { randomBytes } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { excessOf } from "../../../src/store/sqlite/deliveries/disk-space/log-size.ts";
import { openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const limit = 10_000_000;

/** Returns the size of the files of the log. */
function bytesOnDisk(dataDir: string): number {
  return readdirSync(dataDir)
    .filter((name) => /^(?:deliveries|search)\.db(?:-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
}

/** Appends deliveries with many words that no other delivery has, so that the index is large, too. */
async function fill(log: DeliveryLog, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        log.append(deliveryOf(JSON.stringify(randomBytes(6_000).toString("hex").match(/.{6}/g)))),
      ),
    );
  }
}

test("a limit counts the database, the index and both WALs", async () => {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await fill(log, 1_500);
  const indexer = openIndexer(dataDir);
  onTestFinished(() => indexer.close());
  while (!indexer.indexStep(10_000).caughtUp);
  writeFileSync(join(dataDir, "deliveries.damaged-20261120T101112.db"), new Uint8Array(limit));
  expect(bytesOnDisk(dataDir)).toBeGreaterThan(3 * limit);

  const { deliveries } = await log.prune({ beforeMs: null, maxBytes: limit });
  expect(deliveries).toBeGreaterThan(500);
  // The index shrinks later, when it is rebuilt.
  while (!indexer.indexStep(10_000).caughtUp);
  indexer.emptyWal();
  await log.prune({ beforeMs: null, maxBytes: limit });
  indexer.close();
  expect(bytesOnDisk(dataDir)).toBeLessThan(1.1 * limit);
  expect(bytesOnDisk(dataDir)).toBeGreaterThan(0.5 * limit);
  expect(await log.count(emptyFilter)).toBeGreaterThan(100);
  expect(statSync(join(dataDir, "deliveries.damaged-20261120T101112.db")).size).toBe(limit);
});

test.each([
  [{ used: 70, wal: 10, index: 30 }, 110, 0],
  [{ used: 70, wal: 10, index: 30 }, 60, 35],
  [{ used: 70, wal: 0, index: 0 }, 60, 10],
])("of %j over a limit of %i, %i go from the database", (size, maxBytes, excess) => {
  expect(excessOf(size, maxBytes)).toBeCloseTo(excess);
});
