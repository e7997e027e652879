import type { DatabaseSync } from "node:sqlite";
import type { Delivery } from "../../../../model/delivery.ts";
import type { Filter } from "../../../../model/filter.ts";
import type { PageQuery } from "../../../delivery-log.ts";
import { isDamage } from "../../sqlite-error.ts";
import type { SearchAttachment } from "./search-attachment.ts";
import { indexSearch, scanSearch, type Stretch, type WordSearch } from "./word-search.ts";

/** Part of the log and its search. */
interface Part {
  readonly stretch: Stretch;
  readonly search: WordSearch;
}

/** Returns up to `limit` rows that match a filter with words, from `anchor` in the direction of reading. */
export function wordRows(
  db: DatabaseSync,
  index: SearchAttachment,
  { filter, direction, limit }: PageQuery,
  anchor: number,
): Delivery[] {
  return acrossParts(db, index, filter, (parts) => {
    const rows: Delivery[] = [];
    for (const { stretch, search } of direction === "older" ? parts.toReversed() : parts) {
      const ahead =
        direction === "older"
          ? { low: stretch.low, high: Math.min(stretch.high, anchor) }
          : { low: Math.max(stretch.low, anchor), high: stretch.high };
      if (ahead.low > ahead.high || rows.length === limit) continue;
      rows.push(...search.rows(ahead, direction, limit - rows.length));
    }
    return rows;
  });
}

/** Returns the number of rows that match a filter with words. */
export function countWords(db: DatabaseSync, index: SearchAttachment, filter: Filter): number {
  return acrossParts(db, index, filter, (parts) =>
    parts.reduce((sum, { stretch, search }) => sum + search.count(stretch), 0),
  );
}

/**
 * Splits the log into an indexed part and the rest, which is scanned; together they return the same rows as a scan of all. Both are read from
 * one snapshot. A damaged index is not used.
 */
function acrossParts<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (parts: readonly Part[]) => T,
): T {
  const scan = scanSearch(db, filter);
  const scanned = (low: number): Part => ({ stretch: { low, high: Number.MAX_SAFE_INTEGER }, search: scan });
  if (index.attach(db)) {
    db.exec("BEGIN");
    try {
      const indexed = Number(db.prepare("SELECT indexed_seq AS seq FROM search.progress").get()?.["seq"]);
      const search = indexSearch(db, filter);
      return ask([{ stretch: { low: 1, high: indexed }, search }, scanned(indexed + 1)]);
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.exec("ROLLBACK");
      index.distrust();
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  }
  return ask([scanned(1)]);
}
