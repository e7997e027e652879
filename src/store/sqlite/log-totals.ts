import type { DatabaseSync } from "node:sqlite";

const totalsQuery =
  "SELECT max(coalesce((SELECT max(seq) FROM deliveries), 0), pruned_to) AS last, removed FROM log";

/** The highest seq ever given, also when its row is gone. */
export function lastSeqOf(db: DatabaseSync): number {
  return Number(db.prepare(totalsQuery).get()?.["last"]);
}

/** How many rows there are, without counting them: seqs have no gaps but those pruning left, and it notes how many. */
export function rowsOf(db: DatabaseSync): number {
  const totals = db.prepare(totalsQuery).get();
  return Number(totals?.["last"]) - Number(totals?.["removed"]);
}

/** Which log this is: a new file is another one, even under the same name. */
export function logIdOf(db: DatabaseSync): string {
  return String(db.prepare("SELECT log_id FROM log").get()?.["log_id"]);
}
