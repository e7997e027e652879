import type { DatabaseSync } from "node:sqlite";
import type { Duplicate } from "../../../delivery-log.ts";
import type { ReadConnection } from "../read-connection.ts";

/**
 * Schema of the first deliveries with a content: one for each valid key. Keys arrive in random order, so an index in
 * `deliveries` would cost each append a page. They are therefore in search.db, which can be rebuilt from the rows. Keys
 * without a time limit are those of events (see ../events.ts).
 */
export const firstKeysSchema = `
  CREATE TABLE first_keys (seq INTEGER PRIMARY KEY, key TEXT NOT NULL, route TEXT, received_at INTEGER NOT NULL, ends_at INTEGER);
  CREATE INDEX first_keys_by_key ON first_keys (key);
  CREATE INDEX first_keys_by_end ON first_keys (ends_at) WHERE ends_at IS NOT NULL;
`;

interface KeyedRow {
  readonly seq: number;
  readonly atMs: number;
  readonly route: string | null;
  readonly key: string;
  readonly withinMs: number;
  readonly isMarked: boolean;
}

/**
 * Finds the first delivery with the same route and key for up to `maxRows` rows that were not compared yet, among those
 * received within the duration of the key. Removed rows do not match.
 * @param mark writes the duplicates; rows count as compared after it resolves, so that none is missed
 * @returns true if no row was left to compare
 */
export async function compareRows(
  search: DatabaseSync,
  log: ReadConnection,
  maxRows: number,
  mark: (duplicates: readonly Duplicate[]) => Promise<void>,
): Promise<boolean> {
  const comparedTo = Number(search.prepare("SELECT compared_seq AS seq FROM progress").get()?.["seq"]);
  const { rows, lastSeq } = log.read((db) => rowsAfter(db, comparedTo, maxRows), { rows: [], lastSeq: null });
  if (lastSeq === null) return true;
  search.exec("BEGIN IMMEDIATE");
  try {
    const firstOf = prepareFirstOf(search, log);
    const duplicates: Duplicate[] = [];
    for (const row of rows) {
      const duplicateOf = row.isMarked ? null : firstOf(row);
      if (duplicateOf !== null) duplicates.push({ seq: row.seq, duplicateOf });
    }
    search.prepare("DELETE FROM first_keys WHERE ends_at < ?").run(rows.at(-1)?.atMs ?? 0);
    search.prepare("UPDATE progress SET compared_seq = ?").run(lastSeq);
    if (duplicates.length > 0) await mark(duplicates);
    search.exec("COMMIT");
    return false;
  } catch (error) {
    if (search.isTransaction) search.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Reads the next rows. Returns those with the key of a content, and the seq of the last row; null if there are no more rows.
 */
function rowsAfter(
  db: DatabaseSync,
  seq: number,
  maxRows: number,
): { readonly rows: readonly KeyedRow[]; readonly lastSeq: number | null } {
  const rows = db
    .prepare(
      `SELECT seq, received_at AS at, route, dedupe_key AS key, dedupe_within AS within, duplicate_of AS first
       FROM deliveries WHERE seq > ? ORDER BY seq LIMIT ?`,
    )
    .all(seq, maxRows);
  const last = rows.at(-1)?.["seq"];
  return {
    lastSeq: last === undefined ? null : Number(last),
    rows: rows.flatMap(({ seq, at, route, key, within, first }) =>
      typeof key !== "string" || within === null
        ? []
        : [
            {
              seq: Number(seq),
              atMs: Number(at),
              route: typeof route === "string" ? route : null,
              key,
              withinMs: Number(within),
              isMarked: first !== null,
            },
          ],
    ),
  };
}

/**
 * Prepares a function that returns the seq of the first delivery with the key of a row. If the row itself is
 * the first, stores its key and returns null.
 */
function prepareFirstOf(search: DatabaseSync, log: ReadConnection): (row: KeyedRow) => number | null {
  const valid = search.prepare(
    "SELECT seq FROM first_keys WHERE key = ? AND route IS ? AND received_at >= ? ORDER BY seq DESC",
  );
  const insert = search.prepare(
    "INSERT INTO first_keys (seq, key, route, received_at, ends_at) VALUES (?, ?, ?, ?, ?)",
  );
  const forget = search.prepare("DELETE FROM first_keys WHERE seq = ?");
  const isThere = (seq: number): boolean =>
    log.read((db) => db.prepare("SELECT 1 FROM deliveries WHERE seq = ?").get(seq) !== undefined, false);

  return ({ seq, atMs, route, key, withinMs }) => {
    for (const row of valid.all(key, route, atMs - withinMs)) {
      const first = Number(row["seq"]);
      if (isThere(first)) return first;
      forget.run(first);
    }
    insert.run(seq, key, route, atMs, atMs + withinMs);
    return null;
  };
}
