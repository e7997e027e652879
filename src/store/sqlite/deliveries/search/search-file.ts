import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../../../data-dir.ts";
import { clearSuspicion, isSuspect } from "../../health.ts";
import { schemaVersion } from "../../migrate.ts";
import { isDamage } from "../../sqlite-error.ts";
import type { LogTotals } from "../log-totals.ts";
import { firstKeysSchema } from "./duplicates.ts";

/** The index over the words of payloads, and the keys duplicates are found by: made from deliveries.db, and made anew whenever it is missing, damaged or of another version. */
export const searchFileName = "search.db";

/** Grows with every change of the schema below or of `searchText`. */
export const searchVersion = 3;

/**
 * The text comes normalized (tokens joined by single spaces), so the plain `ascii` tokenizer splits it exactly there: to it, everything
 * beyond ASCII is part of a token. `unicode61` would split by a Unicode version of its own and disagree with `matchesFilter`.
 * First letters have an index of their own; longer beginnings match few enough tokens to merge at once.
 *
 * Merging what was added is left to `mergeStep`, for when there is time: done by FTS5 itself inside the transactions that add, it made
 * adding five times slower and some transactions last a second. With 8 MB to gather words in, a transaction adds one segment.
 */
const schema = `
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1');
  INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 1000), ('hashsize', 8388608);
  CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), log_id TEXT NOT NULL, indexed_seq INTEGER NOT NULL,
    compared_seq INTEGER NOT NULL, removed INTEGER NOT NULL);
  ${firstKeysSchema}
  PRAGMA user_version = ${searchVersion};
`;

/** Fewer removed rows than this are no reason to begin an index anew. */
const leastRemoved = 1000;

/**
 * Opens the index of one log as its writer; what is not usable is deleted and begun anew. So is what holds the words of too many rows that
 * were removed: half as many as are left. (FTS5 can take out single rows only where it also keeps their sizes.)
 */
export function openSearchFile(dataDir: string, log: LogTotals): DatabaseSync {
  const file = join(dataDir, searchFileName);
  const kept = existsSync(file) && !isSuspect(file) ? openKept(file, log) : null;
  if (kept !== null) return kept;
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
  clearSuspicion(file);
  const db = connect(file);
  keepPrivate(file);
  db.exec("BEGIN IMMEDIATE");
  db.exec(schema);
  db.prepare(
    "INSERT INTO progress (id, log_id, indexed_seq, compared_seq, removed) VALUES (1, ?, 0, 0, ?)",
  ).run(log.logId, log.removed);
  db.exec("COMMIT");
  return db;
}

function openKept(file: string, log: LogTotals): DatabaseSync | null {
  let db: DatabaseSync | null = null;
  try {
    db = connect(file);
    if (schemaVersion(db) === searchVersion && isIndexOf(db, log)) return db;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  db?.close();
  return null;
}

/** Whether an open index is of this log, and not mostly of rows that were removed since. */
export function isIndexOf(db: DatabaseSync, { logId, rows, removed }: LogTotals): boolean {
  const progress = db.prepare("SELECT log_id, removed FROM progress").get();
  const gone = removed - Number(progress?.["removed"]);
  return progress?.["log_id"] === logId && gone < Math.max(leastRemoved, rows / 2);
}

/** What a power cut takes from this file is indexed again, so it need not wait for the disk. */
function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -16000;
  `);
  return db;
}
