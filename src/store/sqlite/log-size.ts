import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { deliveriesFile } from "./files.ts";
import { usedBytes } from "./log-totals.ts";
import { searchFileName } from "./search-file.ts";

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
  if (sizeOfLog(db, dataDir).wal <= maxBytes * largestWalPart) return;
  db.exec("PRAGMA busy_timeout = 0");
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.exec("PRAGMA busy_timeout = 5000");
  }
}
