import type { DatabaseSync } from "node:sqlite";

const totalsQuery =
  "SELECT max(coalesce((SELECT max(seq) FROM deliveries), 0), pruned_to) AS last, removed FROM log";

/** Returns the highest seq that was ever assigned, also if its row was removed; 0 if there is none. */
export function lastSeqOf(db: DatabaseSync): number {
  return Number(db.prepare(totalsQuery).get()?.["last"]);
}

/**
 * Returns the number of rows without counting them: seqs are contiguous except for the missing rows, whose
 * number is stored.
 */
export function rowsOf(db: DatabaseSync): number {
  return totalsOf(db).rows;
}

/** ID and row counts of a log. */
export interface LogTotals {
  readonly logId: string;
  readonly rows: number;
  readonly removed: number;
}

export function totalsOf(db: DatabaseSync): LogTotals {
  const totals = db.prepare(totalsQuery).get();
  const removed = Number(totals?.["removed"]);
  return { logId: logIdOf(db), rows: Number(totals?.["last"]) - removed, removed };
}

/** Returns the ID of a log. Each new file gets an ID of its own. */
export function logIdOf(db: DatabaseSync): string {
  return String(db.prepare("SELECT log_id FROM log").get()?.["log_id"]);
}

/** Returns the size of the file without its free pages, in bytes, as its header reports it. */
export function usedBytes(db: DatabaseSync): number {
  const row = db
    .prepare(
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    )
    .get();
  return Number(row?.["bytes"]);
}
