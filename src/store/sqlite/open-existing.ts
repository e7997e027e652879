import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StoreUnwritableError } from "../errors.ts";
import { statFile } from "../file-error.ts";
import { isBusy, isDamage } from "./sqlite-error.ts";

/**
 * Opens a database for reading, also in a read-only directory. SQLite reads a database in WAL mode through
 * its `-shm` file and creates a missing one. If it cannot, a file without rows in a `-wal` is complete and is
 * opened as immutable.
 * @throws {StoreUnwritableError} there are rows in a `-wal`, and the `-shm` file cannot be created
 */
export function openExisting(file: string): DatabaseSync {
  statFile(file);
  const db = readOnly(file);
  try {
    db.prepare("SELECT 1 FROM sqlite_schema").get();
    return db;
  } catch (cause) {
    db.close();
    if (isDamage(cause) || isBusy(cause)) throw cause;
    if (!hasWal(file)) return openAlone(file);
    throw new StoreUnwritableError({
      what: `${file} cannot be read in its directory`,
      why: `its newest rows are in ${file}-wal, and nothing can be written beside it`,
      hint: "Make room on the disk, or copy the directory to a writable place, and choose the copy with --data-dir",
      cause,
    });
  }
}

/**
 * Opens a file that no process writes anymore and that may be damaged. Creates nothing beside a file without
 * a `-wal`. A truncated file is read up to its end.
 */
export function openFinished(file: string): DatabaseSync {
  const db = hasWal(file) ? readOnly(file, false) : openAlone(file, false);
  // A foreign file's schema is untrusted: its views may call functions.
  db.exec("PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF");
  return db;
}

/** Returns true if a writer shares its index of the WAL. A reader on a full disk leaves an empty file. */
export function hasSharedMemory(file: string): boolean {
  return (statSync(`${file}-shm`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function readOnly(file: string, defensive = true): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: 5000, defensive });
}

/** Opens a database without its WAL, as immutable. */
export function openAlone(file: string, defensive = true): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true, defensive });
}
