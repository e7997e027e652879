import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { DeliveryLog, Duplicate } from "../../../delivery-log.ts";
import { isSuspect, reportDamage } from "../../health.ts";
import type { Row } from "../../rows.ts";
import { isUnreadable, storeError } from "../../sqlite-error.ts";
import { assertRoomForIndex } from "../disk-space/reserve.ts";
import { lastSeqOf, type LogTotals, totalsOf } from "../log-totals.ts";
import { createReadConnection } from "../read-connection.ts";
import { pendingTextOf, prepareDeliveryText, textColumns, textJoin } from "./delivery-text.ts";
import { compareRows } from "./duplicates.ts";
import { isIndexOf, openSearchFile, searchFileName } from "./search-file.ts";

/** Size of the texts at which a transaction ends, in UTF-16 units. */
const stepLength = 4 * 1024 * 1024;

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
  /** Indexes up to `maxRows` rows in one transaction: those that have their outcome since, then new ones. */
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

interface RowText {
  readonly seq: number;
  readonly text: string;
  readonly isPending: boolean;
  /** Text that is indexed and to be replaced; null for a new row. */
  readonly replaced: string | null;
}

interface RowTexts {
  readonly rows: readonly RowText[];
  /** Length of the texts in UTF-16 units. */
  readonly length: number;
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
    if (isUnreadable(error)) reportDamage(searchFile);
    return storeError(error, searchFile, "It is rebuilt with the next delivery");
  }

  return {
    indexStep(maxRows) {
      const totals = log.read<LogTotals | null>(totalsOf, null);
      if (totals === null) return { indexedSeq: 0, lastSeq: 0, caughtUp: true };
      return guarded(() => {
        const search = searchOf(totals);
        const indexedSeq = Number(search.prepare("SELECT indexed_seq AS seq FROM progress").get()?.["seq"]);
        const lastSeq = log.read(lastSeqOf, 0);
        const nothing: RowTexts = { rows: [], length: 0 };
        const settled = log.read((db) => settledTexts(db, pendingSeqs(search), maxRows), nothing);
        const left = settled.length < stepLength ? maxRows - settled.rows.length : 0;
        const added = log.read((db) => textsAfter(db, indexedSeq, left), nothing);
        const rows = [...settled.rows, ...added.rows];
        if (rows.length === 0) return { indexedSeq, lastSeq, caughtUp: true };
        const last = added.rows.at(-1)?.seq ?? indexedSeq;
        assertRoomForIndex(dataDir);
        addWords(search, rows, last);
        return { indexedSeq: last, lastSeq, caughtUp: false };
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

function pendingSeqs(search: DatabaseSync): readonly number[] {
  return search
    .prepare("SELECT seq FROM pending ORDER BY seq")
    .all()
    .map(({ seq }) => Number(seq));
}

/** Reads the rows after a seq. */
function textsAfter(db: DatabaseSync, seq: number, maxRows: number): RowTexts {
  const rows = db
    .prepare(
      `SELECT d.seq, ${textColumns} FROM deliveries AS d ${textJoin} WHERE d.seq > ? ORDER BY d.seq LIMIT ?`,
    )
    .iterate(seq, maxRows);
  return readTexts(db, rows, () => null);
}

/** Reads the indexed pending rows that have an outcome now. */
function settledTexts(db: DatabaseSync, pending: readonly number[], maxRows: number): RowTexts {
  if (pending.length === 0) return { rows: [], length: 0 };
  const rows = db
    .prepare(
      `SELECT d.seq, ${textColumns} FROM json_each(?) AS p CROSS JOIN deliveries AS d ON d.seq = p.value ${textJoin}
       WHERE d.outcome <> 'pending' ORDER BY p.key LIMIT ?`,
    )
    .iterate(JSON.stringify(pending), maxRows);
  return readTexts(db, rows, pendingTextOf);
}

/** Reads the texts of rows, until a step has enough of them. */
function readTexts(
  db: DatabaseSync,
  found: Iterable<Row>,
  replacedOf: (row: Row) => string | null,
): RowTexts {
  const textOf = prepareDeliveryText(db);
  const rows: RowText[] = [];
  let length = 0;
  for (const row of found) {
    const text = textOf(row);
    const isPending = row["outcome"] === "pending";
    rows.push({ seq: Number(row["seq"]), text, isPending, replaced: replacedOf(row) });
    length += text.length;
    if (length >= stepLength) break;
  }
  return { rows, length };
}

/** Writes the words of rows, in ascending order: FTS5 writes a segment for each row that is below the last. */
function addWords(search: DatabaseSync, rows: readonly RowText[], lastSeq: number): void {
  const insert = search.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  // Without stored content, FTS5 takes the words to remove: https://www.sqlite.org/fts5.html#the_delete_command
  const remove = search.prepare("INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)");
  const addPending = search.prepare("INSERT INTO pending (seq) VALUES (?)");
  const removePending = search.prepare("DELETE FROM pending WHERE seq = ?");
  search.exec("BEGIN IMMEDIATE");
  try {
    for (const { seq, text, isPending, replaced } of rows) {
      if (replaced !== null) {
        remove.run(seq, replaced);
        removePending.run(seq);
      }
      insert.run(seq, text);
      if (isPending) addPending.run(seq);
    }
    search.prepare("UPDATE progress SET indexed_seq = ?").run(lastSeq);
    search.exec("COMMIT");
  } catch (error) {
    if (search.isTransaction) search.exec("ROLLBACK");
    throw error;
  }
}

/** Maximum number of rows that are compared at a time. */
const stepRows = 10_000;

/** Marks all duplicates of a log, while no background work of it runs. */
export async function markAllDuplicates(
  dataDir: string,
  log: Pick<DeliveryLog, "markDuplicates">,
): Promise<void> {
  const indexer = openIndexer(dataDir);
  try {
    while (!(await indexer.compareStep(stepRows, (duplicates) => log.markDuplicates(duplicates))));
  } finally {
    indexer.close();
  }
}
