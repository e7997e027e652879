import type { DatabaseSync } from "node:sqlite";

const totalsQuery =
  "SELECT max(coalesce((SELECT max(seq) FROM deliveries), 0), pruned_to) AS last, removed FROM log";

/** The highest seq ever given, also when its row is gone. */
export function lastSeqOf(db: DatabaseSync): number {
  return Number(db.prepare(totalsQuery).get()?.["last"]);
}

/** How many rows there are, without counting them: seqs have no gaps but those pruning left, and it notes how many. */
export function rowsOf(db: DatabaseSync): number {
  return totalsOf(db).rows;
}

/** Which log this is, how many rows it has, and how many were removed from it. */
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

/** Which log this is: a new file is another one, even under the same name. */
export function logIdOf(db: DatabaseSync): string {
  return String(db.prepare("SELECT log_id FROM log").get()?.["log_id"]);
}

/** What the file takes without its free pages, in bytes: read from its first page. */
export function usedBytes(db: DatabaseSync): number {
  const row = db
    .prepare(
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    )
    .get();
  return Number(row?.["bytes"]);
}
