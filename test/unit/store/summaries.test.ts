import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { partsFor, rangesOf } from "../../../src/store/sqlite/deliveries/summary/candidates.ts";
import { blockSize } from "../../../src/store/sqlite/deliveries/summary/summarize.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

/** Opens a log of five blocks, with a connection that reads it. */
async function openFilled() {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await Promise.all(
    Array.from({ length: 5 * blockSize }, (_, index) =>
      log.append(newDelivery({ route: index === 1500 ? "rare" : "often", durationMs: index })),
    ),
  );
  const db = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
  onTestFinished(() => db.close());
  const summarized = (): readonly number[] =>
    db
      .prepare("SELECT block FROM blocks ORDER BY block")
      .all()
      .map(({ block }) => Number(block));
  return { log, db, summarized };
}

test("all but the newest blocks are summarized, and a rare value is looked up in its block", async () => {
  const { db, summarized } = await openFilled();
  await vi.waitUntil(() => summarized().length === 4, 10_000);
  expect(summarized()).toEqual([0, 1, 2, 3]);
  const rangesWith = (text: string) => rangesOf(partsFor(db, parseFilter(text)));
  const newest = { low: 4 * blockSize, high: Number.MAX_SAFE_INTEGER };
  expect(rangesWith("route:rare")).toEqual([{ low: blockSize, high: 2 * blockSize - 1 }, newest]);
  expect(rangesWith("route:none")).toEqual([newest]);
  expect(rangesWith("route:often")).toEqual([{ low: 0, high: newest.high }]);
  expect(rangesWith("-route:rare")).toEqual([{ low: 0, high: newest.high }]);
});

test("a block that changes late is read until it is summarized again", async () => {
  const { log, db, summarized } = await openFilled();
  await vi.waitUntil(() => summarized().length === 4, 10_000);
  await log.setOutcome(1100, { outcome: "failed", status: 599, durationMs: 1 });
  expect(summarized()).toEqual([0, 2, 3]);
  await Promise.all(Array.from({ length: blockSize }, () => log.append(newDelivery())));
  await vi.waitUntil(() => summarized().length === 5, 10_000);
  expect(rangesOf(partsFor(db, parseFilter("status:599")))[0]).toEqual({
    low: blockSize,
    high: 2 * blockSize - 1,
  });
});

test("blocks of removed deliveries are forgotten", async () => {
  const { log, summarized } = await openFilled();
  await vi.waitUntil(() => summarized().length === 4, 10_000);
  await log.prune({ beforeMs: Number.MAX_SAFE_INTEGER, maxBytes: null });
  await Promise.all(Array.from({ length: 2 * blockSize }, () => log.append(newDelivery())));
  await vi.waitUntil(() => summarized().every((block) => block >= 5), 10_000);
});
