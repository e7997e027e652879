import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { freeBytes } from "../../../data-dir.ts";
import { deliveriesFile } from "../deliveries-file.ts";
import { usedBytes } from "../log-totals.ts";
import { searchFileName } from "../search/search-file.ts";

/** Size of the WAL above which it is emptied, as a fraction of the log's maximum size. */
const maxWalFraction = 0.1;

/** Sizes of the files of a log in bytes, without set-aside files. */
export interface LogSize {
  /** Size of the used pages of deliveries.db; removing rows reduces only this size. */
  readonly used: number;
  readonly wal: number;
  /** Size of search.db with its WAL, which shrinks only when the index is rebuilt. */
  readonly index: number;
}

export function sizeOfLog(db: DatabaseSync, dataDir: string): LogSize {
  const bytes = (name: string): number => {
    try {
      return statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // A loop of links has no size.
      return 0;
    }
  };
  return {
    used: usedBytes(db),
    wal: bytes(`${deliveriesFile.name}-wal`),
    index: bytes(searchFileName) + bytes(`${searchFileName}-wal`),
  };
}

/**
 * Returns the size of the rows to remove from deliveries.db so that all files fit in `maxBytes`. Counts the
 * words of these rows in the index as removed, too.
 */
export function excessOf({ used, wal, index }: LogSize, maxBytes: number): number {
  const excess = used + wal + index - maxBytes;
  return excess <= 0 ? 0 : (excess * used) / (used + index);
}

/** Empties a WAL that is large in relation to `maxBytes`, unless a reader uses it. */
export function emptyLargeWal(db: DatabaseSync, dataDir: string, maxBytes: number): void {
  if (sizeOfLog(db, dataDir).wal > maxBytes * maxWalFraction) emptyWal(db, dataDir);
}

/**
 * Empties the WAL, unless a reader uses it or the disk has no room for its pages.
 * @returns false only if a reader prevented it
 */
export function emptyWal(db: DatabaseSync, dataDir: string): boolean {
  if (!hasRoomToGrow(db, dataDir)) return true;
  db.exec("PRAGMA busy_timeout = 0");
  try {
    return db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
  } finally {
    db.exec("PRAGMA busy_timeout = 5000");
  }
}

/**
 * Returns true if a checkpoint has room to complete: one that fails on a full disk uses up the rest of it.
 */
export function hasRoomToGrow(db: DatabaseSync, dataDir: string): boolean {
  const row = db
    .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .get();
  const found = statSync(join(dataDir, deliveriesFile.name), { throwIfNoEntry: false });
  return found !== undefined && Number(row?.["bytes"]) - found.size <= freeBytes(dataDir);
}

/** Free space of the disk below which checkpoints are small, in bytes. */
const lowBytes = 128 * 1024 * 1024;
/** Number of pages in the WAL from which a commit checkpoints near a full disk. */
const piecePages = 128;

/** Minimum interval of checks, in milliseconds; a flood of deliveries writes less than `lowBytes` in it. */
const checkEveryMs = 100;

/**
 * Creates the check to run after each commit. Near a full disk the writer checkpoints often, so that the file
 * never has to grow by more than the reserve, and pruning can empty the WAL first.
 */
export function createLowDiskWatch(db: DatabaseSync, dataDir: string): () => void {
  const defaultPages = Number(db.prepare("PRAGMA wal_autocheckpoint").get()?.["wal_autocheckpoint"]);
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let isLow = false;
  function check(): void {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs < checkEveryMs) return;
    checkedAtMs = nowMs;
    const wasLow = isLow;
    try {
      isLow = freeBytes(dataDir) < lowBytes;
    } catch {
      // The next write meets the failure of the disk.
      return;
    }
    if (isLow !== wasLow) db.exec(`PRAGMA wal_autocheckpoint = ${isLow ? piecePages : defaultPages}`);
  }
  check();
  return check;
}
