import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { searchText } from "../../../../model/search-tokens.ts";
import type { Duplicate } from "../../../delivery-log.ts";
import { isSuspect, reportDamage } from "../../health.ts";
import { isDamage, storeError } from "../../sqlite-error.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "../large-bodies.ts";
import { lastSeqOf, type LogTotals, totalsOf } from "../log-totals.ts";
import { createReadConnection } from "../read-connection.ts";
import { assertRoomForIndex } from "../space/reserve.ts";
import { compareRows } from "./duplicates.ts";
import { isIndexOf, openSearchFile, searchFileName } from "./search-file.ts";

/** Size of the bodies at which a transaction ends, in bytes. */
const stepBytes = 4 * 1024 * 1024;

/** Minimum size of a WAL that is emptied when the indexer is idle, in bytes. */
const largeWalBytes = 1024 * 1024;

/** Maximum number of pages written per merge. */
const mergePages = 200;

/** Result of an indexing step. */
export interface IndexStep {
  /** Highest indexed seq. */
  readonly indexedSeq: number;
  /** Highest seq of the log. */
  readonly lastSeq: number;
  /** True if no row was left to index. */
  readonly caughtUp: boolean;
}

/** Writer of search.db. */
export interface Indexer {
  /** Indexes up to `maxRows` more rows in one transaction. */
  indexStep(maxRows: number): IndexStep;
  /**
   * Merges segments of the index, writing up to 200 pages, so that a search reads fewer. Returns false if none
   * was left to merge.
   */
  mergeStep(): boolean;
  /** Finds duplicates among up to `maxRows` more rows. Returns true if none was left. */
  compareStep(maxRows: number, mark: (duplicates: readonly Duplicate[]) => Promise<void>): Promise<boolean>;
  /** Empties a large WAL of search.db while nothing is written. */
  emptyWal(): void;
  close(): void;
}

interface Content {
  readonly seq: number;
  readonly body: Uint8Array;
}

/** Opens the indexer of a data directory. It reads committed rows only and can be killed at any point. */
export function openIndexer(dataDir: string): Indexer {
  const log = createReadConnection(dataDir);
  const searchFile = join(dataDir, searchFileName);
  let open: DatabaseSync | null = null;
  /** Inode of the open file, which may be deleted to free disk space. */
  let openInode: bigint | undefined;

  function searchOf(totals: LogTotals): DatabaseSync {
    const isThere = openInode === statSync(searchFile, { bigint: true, throwIfNoEntry: false })?.ino;
    if (open !== null && isThere && !isSuspect(searchFile) && isIndexOf(open, totals)) return open;
    open?.close();
    open = null;
    assertRoomForIndex(dataDir);
    open = openSearchFile(dataDir, totals);
    openInode = statSync(searchFile, { bigint: true }).ino;
    return open;
  }

  /** Runs a write. Reports damage, after which the next step creates a new index. */
  function guarded<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw reportedError(error);
    }
  }

  function reportedError(error: unknown): unknown {
    if (isDamage(error)) reportDamage(searchFile);
    return storeError(error, searchFile);
  }

  return {
    indexStep(maxRows) {
      const totals = log.read<LogTotals | null>(totalsOf, null);
      if (totals === null) return { indexedSeq: 0, lastSeq: 0, caughtUp: true };
      return guarded(() => {
        const search = searchOf(totals);
        const indexedSeq = Number(search.prepare("SELECT indexed_seq AS seq FROM progress").get()?.["seq"]);
        const lastSeq = log.read(lastSeqOf, 0);
        const contents = log.read((db) => contentsAfter(db, indexedSeq, maxRows), []);
        const last = contents.at(-1);
        if (last === undefined) return { indexedSeq, lastSeq, caughtUp: true };
        assertRoomForIndex(dataDir);
        addWords(search, contents, last.seq);
        return { indexedSeq: last.seq, lastSeq, caughtUp: false };
      });
    },
    mergeStep() {
      const search = open;
      if (search === null) return false;
      return guarded(() => {
        const before = totalChanges(search);
        search.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)").run(mergePages);
        // The command itself counts as one change (https://www.sqlite.org/fts5.html#the_merge_command).
        return totalChanges(search) - before >= 2;
      });
    },
    async compareStep(maxRows, mark) {
      const totals = log.read<LogTotals | null>(totalsOf, null);
      if (totals === null) return true;
      try {
        return await compareRows(searchOf(totals), log, maxRows, mark);
      } catch (error) {
        throw reportedError(error);
      }
    },
    emptyWal() {
      const { size = 0 } = statSync(`${searchFile}-wal`, { throwIfNoEntry: false }) ?? {};
      if (size >= largeWalBytes) guarded(() => open?.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    },
    close() {
      open?.close();
      open = null;
      log.close();
    },
  };
}

function totalChanges(db: DatabaseSync): number {
  return Number(db.prepare("SELECT total_changes() AS n").get()?.["n"]);
}

function contentsAfter(db: DatabaseSync, seq: number, maxRows: number): Content[] {
  const contents: Content[] = [];
  let bytes = 0;
  const rows = db
    .prepare(
      `SELECT c.seq, ${bodyColumns} FROM contents AS c ${largeBodyJoin} WHERE c.seq > ? ORDER BY c.seq LIMIT ?`,
    )
    .iterate(seq, maxRows);
  for (const row of rows) {
    const body = bodyFromRow(row);
    contents.push({ seq: Number(row["seq"]), body });
    bytes += body.length;
    if (bytes >= stepBytes) break;
  }
  return contents;
}

function addWords(search: DatabaseSync, contents: readonly Content[], lastSeq: number): void {
  const insert = search.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  search.exec("BEGIN IMMEDIATE");
  try {
    for (const { seq, body } of contents) {
      const text = searchText(body);
      if (text !== "") insert.run(seq, text);
    }
    search.prepare("UPDATE progress SET indexed_seq = ?").run(lastSeq);
    search.exec("COMMIT");
  } catch (error) {
    if (search.isTransaction) search.exec("ROLLBACK");
    throw error;
  }
}
