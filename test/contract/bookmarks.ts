import { describe, expect, test } from "vitest";
import { parseFilter } from "../../src/model/filter-parse.ts";
import { maxBookmarks } from "../../src/store/bookmarks.ts";
import type { Store } from "../../src/store/store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";

/** A store whose bookmarks are tested. */
export interface BookmarksKind extends Pick<LogKind, "openReader"> {
  openStore(dataDir: string): Promise<Store>;
}

/** Tests of the bookmarks of every store. */
export function bookmarksContract(name: string, { openStore: at, openReader }: BookmarksKind): void {
  const receivedAt = new Date(1_000).toISOString();

  /** Creates a log with deliveries 1 to `count`, all received at `receivedAt`. */
  async function logOf(count: number, dataDir: string = freshDataDir()) {
    const opened = await at(dataDir);
    const log = await opened.deliveries.openLog();
    for (let seq = 1; seq <= count; seq++) {
      await log.append(deliveryOf(`word ${seq}`, { receivedAtMs: 1_000, sha256: true }));
    }
    return { ...opened, dataDir, log };
  }

  describe(`the bookmarks of ${name}`, () => {
    test("readers of the log find a bookmark with its note until it is removed", async () => {
      const { bookmarks, log, dataDir } = await logOf(3);
      expect(await bookmarks.list()).toEqual([]);
      const reader = await openReader(dataDir);
      expect(await reader.count(parseFilter("is:bookmarked"))).toBe(0);
      await (await at(dataDir)).bookmarks.put([{ seq: 2, receivedAt, note: "why?" }]);
      for (const from of [reader, log]) {
        expect(await from.get(2)).toMatchObject({ bookmark: "why?" });
        expect(await from.get(1)).toMatchObject({ bookmark: null });
        expect(await from.count(parseFilter("is:bookmarked"))).toBe(1);
        expect(await from.count(parseFilter("-is:bookmarked"))).toBe(2);
        expect(await from.count(parseFilter("is:bookmarked|failed word"))).toBe(1);
        const page = {
          filter: parseFilter("is:bookmarked"),
          from: null,
          direction: "older",
          limit: 9,
        } as const;
        expect((await from.page(page)).rows.map(({ seq, bookmark }) => [seq, bookmark])).toEqual([
          [2, "why?"],
        ]);
      }
      await bookmarks.put([{ seq: 2, receivedAt, note: "" }]);
      expect(await reader.get(2)).toMatchObject({ bookmark: "" });
      await bookmarks.remove({ seq: 2, receivedAt });
      expect(await bookmarks.list()).toEqual([]);
      expect(await reader.get(2)).toMatchObject({ bookmark: null });
      await reader.close();
      await log.close();
    });

    test("a delivery of another log with the same number is not bookmarked", async () => {
      const { bookmarks, log } = await logOf(1);
      await bookmarks.put([{ seq: 1, receivedAt: new Date(2_000).toISOString(), note: "of a lost log" }]);
      expect(await log.get(1)).toMatchObject({ bookmark: null });
      expect(await log.count(parseFilter("is:bookmarked"))).toBe(0);
      await bookmarks.remove({ seq: 1, receivedAt });
      expect(await bookmarks.list()).toHaveLength(1);
      await log.close();
    });

    test("pruning keeps bookmarked deliveries", async () => {
      const { bookmarks, log } = await logOf(4);
      await bookmarks.put([{ seq: 2, receivedAt, note: "" }]);
      const policy = { beforeMs: 5_000, maxBytes: null };
      expect(await log.prune(policy, { dryRun: true })).toMatchObject({ deliveries: 3 });
      expect(await log.prune(policy)).toMatchObject({ deliveries: 3 });
      expect(await log.get(2)).toMatchObject({ bookmark: "" });
      await log.close();
    });

    test("concurrent changes are all kept", async () => {
      const dataDir = freshDataDir();
      const stores = await Promise.all([at(dataDir), at(dataDir), at(dataDir)]);
      await Promise.all(
        stores.flatMap(({ bookmarks }, store) =>
          Array.from({ length: 10 }, (_, index) => index * 3 + store).map((index) =>
            bookmarks.put([{ seq: index + 1, receivedAt, note: String(index) }]),
          ),
        ),
      );
      expect(await stores[0]?.bookmarks.list()).toEqual(
        Array.from({ length: 30 }, (_, index) => ({ seq: index + 1, receivedAt, note: String(index) })),
      );
    });

    test("there is a limit, at which notes can still change", async () => {
      const { bookmarks } = await at(freshDataDir());
      const all = Array.from({ length: maxBookmarks }, (_, index) => ({
        seq: index + 1,
        receivedAt,
        note: "",
      }));
      await bookmarks.put(all);
      await expect(bookmarks.put([{ seq: maxBookmarks + 1, receivedAt, note: "" }])).rejects.toThrow(
        /more than/,
      );
      await bookmarks.put([{ seq: 7, receivedAt, note: "lucky" }]);
      expect(await bookmarks.list()).toHaveLength(maxBookmarks);
    });
  });
}
