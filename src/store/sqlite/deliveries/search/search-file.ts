import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../../../data-dir.ts";
import { statFile } from "../../../file-error.ts";
import { clearSuspicion, isSuspect } from "../../health.ts";
import { schemaVersion } from "../../migrate.ts";
import { isUnreadable } from "../../sqlite-error.ts";
import type { LogTotals } from "../log-totals.ts";
import { firstKeysSchema } from "./duplicates.ts";

/**
 * Name of the file with the word index and the keys of duplicates. It is rebuilt from deliveries.db if it is
 * missing, damaged or outdated.
 */
export const searchFileName = "search.db";

/** Version of the schema and of `searchText`. */
export const searchVersion = 4;

/**
 * The text is normalized (tokens joined by single spaces), and the `ascii` tokenizer splits it only there:
 * characters beyond ASCII are part of a token. `unicode61` splits by its own version of Unicode and would
 * disagree with `matchesFilter`. Prefixes of one letter have an index; longer ones match few enough tokens.
 *
 * `pending` has the rows that were indexed without a result. Once they have an outcome they are indexed again, and
 * scanned until that is done.
 *
 * `mergeStep` merges segments when there is time. FTS5's automatic merges make inserts five times slower, and
 * some transactions take a second. With a hash table of 8 MB a transaction adds one segment.
 */
const schema = `
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1');
  INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 1000), ('hashsize', 8388608);
  CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), log_id TEXT NOT NULL, indexed_seq INTEGER NOT NULL,
    compared_seq INTEGER NOT NULL, removed INTEGER NOT NULL);
  CREATE TABLE pending (seq INTEGER PRIMARY KEY);
  ${firstKeysSchema}
  PRAGMA user_version = ${searchVersion};
`;

/** Minimum number of removed rows before an index is rebuilt. */
const minRemoved = 1000;

/**
 * Opens the index of a log as its writer. Replaces an unusable index, and one with at least `minRemoved`
 * removed rows that are at least half as many as the rest: FTS5 can delete single rows only if it also stores
 * their sizes.
 */
export function openSearchFile(dataDir: string, log: LogTotals): DatabaseSync {
  const file = join(dataDir, searchFileName);
  const kept = statFile(file) !== undefined && !isSuspect(file) ? openKept(file, log) : null;
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
    if (!isUnreadable(error)) throw error;
  }
  db?.close();
  return null;
}

/** Returns true if an index belongs to this log and does not have too many removed rows. */
export function isIndexOf(db: DatabaseSync, { logId, rows, removed }: LogTotals): boolean {
  const progress = db.prepare("SELECT log_id, removed FROM progress").get();
  const gone = removed - Number(progress?.["removed"]);
  return progress?.["log_id"] === logId && gone < Math.max(minRemoved, rows / 2);
}

/** Opens the file without an fsync per commit: rows that a power cut removes from it are indexed again. */
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
