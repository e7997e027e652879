import { statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { deliveriesFile } from "../deliveries-file.ts";
import { usedBytes } from "../log-totals.ts";
import { searchFileName } from "../search/search-file.ts";

/** A WAL that takes more than this part of what the log may take is emptied before the log is measured. */
const largestWalPart = 0.1;

/** What the files of a log take on disk, in bytes. Files that were set aside are not among them. */
export interface LogSize {
  /** Pages of deliveries.db that are in use: only these become fewer by removing rows. */
  readonly used: number;
  readonly wal: number;
  /** search.db with its WAL. It comes down when it is made anew, after many rows were removed. */
  readonly index: number;
}

export function sizeOfLog(db: DatabaseSync, dataDir: string): LogSize {
  const bytes = (name: string): number => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  return {
    used: usedBytes(db),
    wal: bytes(`${deliveriesFile.name}-wal`),
    index: bytes(searchFileName) + bytes(`${searchFileName}-wal`),
  };
}

/**
 * What of deliveries.db has to go for the whole to take no more than `maxBytes`: the index holds the words of what goes too, so that its
 * share is not taken from the rows that are left.
 */
export function excessOf({ used, wal, index }: LogSize, maxBytes: number): number {
  const excess = used + wal + index - maxBytes;
  return excess <= 0 ? 0 : (excess * used) / (used + index);
}

/** Empties the WAL where it is large beside what the log may take, unless somebody reads from it. */
export function emptyLargeWal(db: DatabaseSync, dataDir: string, maxBytes: number): void {
  if (sizeOfLog(db, dataDir).wal > maxBytes * largestWalPart) emptyWal(db, dataDir);
}

/**
 * Empties the WAL, unless somebody reads from it or the disk has no room for what is in it.
 * @returns false: somebody is in the way for a moment
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

/** A checkpoint that fails in its midst has taken the last of the disk, and emptied nothing. */
export function hasRoomToGrow(db: DatabaseSync, dataDir: string): boolean {
  const row = db
    .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .get();
  const { size } = statSync(join(dataDir, deliveriesFile.name));
  return Number(row?.["bytes"]) - size <= freeBytes(dataDir);
}

/** What is left of the disk for this user, quotas aside. */
export function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}
