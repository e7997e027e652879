import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import type { Appended } from "../../src/store/events.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 9);
/** Creates a delivery with the key of a content. */
const content = (over: Partial<NewDelivery> = {}): NewDelivery =>
  newDelivery({ dedupeKey: "content-1", dedupeWithinMs: 10 * minute, ...over });

/** Creates a delivery received a number of minutes after the start. */
const keyed = (log: DeliveryLog, minutes: number, over: Partial<NewDelivery> = {}): Promise<Appended> =>
  log.append(content({ receivedAtMs: start + minutes * minute, ...over }));

export function duplicatesContract(kind: LogKind): void {
  describe("duplicates", () => {
    test("are marked with the first delivery of the same key, in one run and across runs", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const keyed = (): Promise<Appended> => log.append(content());
      await Promise.all([keyed(), keyed()]);
      expect(await log.get(2)).toMatchObject({ duplicateOf: null });
      await kind.markDuplicates(dataDir, log);
      expect(await log.get(2)).toMatchObject({ duplicateOf: 1 });
      await keyed();
      await kind.markDuplicates(dataDir, log);
      const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "older", limit: 9 });
      expect(rows.map(({ seq, duplicateOf }) => [seq, duplicateOf])).toEqual([
        [3, 1],
        [2, 1],
        [1, null],
      ]);
    });

    test("are found after a restart", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await first.append(content());
      await kind.markDuplicates(dataDir, first);
      await first.close();
      const log = await openLog(kind, dataDir);
      const { seq } = await log.append(content());
      await kind.markDuplicates(dataDir, log);
      expect(await log.get(seq)).toMatchObject({ duplicateOf: 1 });
    });

    test("need a key and the same route", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      await log.append(content());
      await log.append(content({ route: "other" }));
      await log.append(content({ route: null }));
      await log.append(newDelivery());
      await log.append(newDelivery());
      await log.append(content({ route: null }));
      await kind.markDuplicates(dataDir, log);
      const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "newer", limit: 9 });
      expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([3, null, null, null, null, null]);
    });
  });

  describe("the search for duplicates", () => {
    test("ignores removed deliveries", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const at = Date.UTC(2026, 10, 20);
      await log.append(content({ receivedAtMs: at }));
      await log.append(content({ receivedAtMs: at, dedupeKey: "content-2" }));
      await kind.markDuplicates(dataDir, log);
      await log.append(content({ receivedAtMs: at + 2 }));
      expect(await log.prune({ beforeMs: at + 1, maxBytes: null })).toMatchObject({ deliveries: 2 });
      await log.append(content({ receivedAtMs: at + 2 }));
      await kind.markDuplicates(dataDir, log);
      expect(await log.get(3)).toMatchObject({ duplicateOf: null });
      expect(await log.get(4)).toMatchObject({ duplicateOf: 3 });
    });

    test("finds the same duplicates after the index was lost", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const keyed = (): Promise<Appended> => log.append(content());
      await keyed();
      await keyed();
      await kind.markDuplicates(dataDir, log);
      rmSync(join(kind.tablesIn(dataDir), "search.db"));
      await keyed();
      await kind.markDuplicates(dataDir, log);
      const duplicates = await Promise.all([1, 2, 3].map(async (seq) => (await log.get(seq))?.duplicateOf));
      expect(duplicates).toEqual([null, 1, 1]);
    });

    test("retries duplicates that could not be marked", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      await log.append(content());
      await log.append(content());
      const refusing = { markDuplicates: () => Promise.reject(new Error("the disk is full")) };
      await expect(kind.markDuplicates(dataDir, refusing)).rejects.toThrow("the disk is full");
      await kind.markDuplicates(dataDir, log);
      expect(await log.get(1)).toMatchObject({ duplicateOf: null });
      expect(await log.get(2)).toMatchObject({ duplicateOf: 1 });
    });
  });

  describe("duplicates by a key with a duration", () => {
    const duplicatesIn = async (dataDir: string, log: DeliveryLog): Promise<unknown[]> => {
      await kind.markDuplicates(dataDir, log);
      const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "newer", limit: 99 });
      return rows.map(({ duplicateOf }) => duplicateOf).toReversed();
    };

    test("arrive within the duration; the next delivery is a first one again", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      for (const minutes of [0, 4, 10, 10.1, 14, 20.1, 99]) await keyed(log, minutes);
      expect(await duplicatesIn(dataDir, log)).toEqual([null, 1, 1, null, 4, 4, null]);
    });

    test("are found in one run, per route, separate from keys without a duration", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      await Promise.all([
        keyed(log, 0),
        keyed(log, 1),
        keyed(log, 11),
        keyed(log, 12),
        keyed(log, 1, { route: "other" }),
        keyed(log, 1, { dedupeKey: "content-2" }),
        keyed(log, 1, { dedupeWithinMs: null }),
        keyed(log, 99, { dedupeWithinMs: null }),
      ]);
      expect(await duplicatesIn(dataDir, log)).toEqual([null, 1, null, 3, null, null, null, 7]);
    });

    test("are found after a restart within the duration", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await keyed(first, 0, { dedupeKey: "content-0" });
      await keyed(first, 5);
      await keyed(first, 8);
      await kind.markDuplicates(dataDir, first);
      await first.close();
      const log = await openLog(kind, dataDir);
      await keyed(log, 11);
      await keyed(log, 12, { dedupeKey: "content-0" });
      await keyed(log, 16);
      expect(await duplicatesIn(dataDir, log)).toEqual([null, null, 2, 2, null, null]);
    });
  });
}

/** Number of keys; `HOOKLENS_DUPLICATE_KEYS=150000` for a thorough run. */
const keys = Number(process.env["HOOKLENS_DUPLICATE_KEYS"] ?? 40_000);

/** Keys that come again: the first and the last ones, and those around powers of two. */
const ids = [1, 2, 30_000, 32_768, 32_769, 50_000, 65_536, 65_537, 131_073, keys].filter((id) => id <= keys);

/**
 * Tests of many keys. A log on other machines finds duplicates in the tables of its projection, with the same code: it
 * is not tested with as many there, where each delivery takes a round trip.
 */
export function manyDuplicatesContract(kind: LogKind): void {
  const many = [
    {
      name: "are found among many keys, and after a restart",
      append: (log: DeliveryLog, id: number) => log.append(newDelivery({ dedupeKey: `message-${id}` })),
    },
    {
      name: "by a key with a duration are found among many keys, and after a restart",
      append: (log: DeliveryLog, id: number) => keyed(log, 0, { dedupeKey: `content-${id}` }),
    },
  ];
  describe("duplicates of many deliveries", () => {
    test.each(many)("$name", async ({ append }) => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      for (let id = 1; id <= keys; id += 500) {
        await Promise.all(Array.from({ length: 500 }, (_, index) => append(first, id + index)));
      }
      const duplicatesOf = async (log: DeliveryLog): Promise<unknown[]> => {
        const appended = await Promise.all(ids.map((id) => append(log, id)));
        await kind.markDuplicates(dataDir, log);
        return Promise.all(appended.map(async ({ seq }) => (await log.get(seq))?.duplicateOf));
      };
      expect(await duplicatesOf(first)).toEqual(ids);
      await first.close();
      const second = await openLog(kind, dataDir);
      expect(await duplicatesOf(second)).toEqual(ids);
      const { seq: newKey } = await append(second, keys + 1);
      await kind.markDuplicates(dataDir, second);
      expect(await second.get(newKey)).toMatchObject({ duplicateOf: null });
    });
  });
}
