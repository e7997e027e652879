import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StoreUnwritableError } from "../errors.ts";
import { isDamage } from "./sqlite-error.ts";

/**
 * Opens a database only to read it, also where nothing can be written. SQLite reads a database in WAL mode through its `-shm` file, which it
 * makes where it is missing; where it cannot, a file whose writer closed it (no `-wal`) is complete by itself, and is read as it is now.
 * @throws {StoreUnwritableError} it needs a `-shm` file, and none can be made
 */
export function openExisting(file: string): DatabaseSync {
  const db = readOnly(file);
  if (existsSync(`${file}-shm`)) return db;
  try {
    db.prepare("SELECT 1 FROM sqlite_schema").get();
    return db;
  } catch (cause) {
    db.close();
    if (isDamage(cause)) throw cause;
    if (!hasWal(file)) return openAlone(file);
    throw new StoreUnwritableError({
      what: `${file} cannot be read where it is`,
      why: `its newest rows are in ${file}-wal, and nothing can be written beside it`,
      hint: "Copy the directory to where you can write, and name the copy with --data-dir",
      cause,
    });
  }
}

/**
 * The same for a file that no process writes any more, and that may be damaged: nothing is made beside it unless it has a `-wal`, and
 * one that was cut off is read up to there.
 */
export function openFinished(file: string): DatabaseSync {
  const db = hasWal(file) ? readOnly(file, false) : openAlone(file, false);
  db.exec("PRAGMA writable_schema = ON");
  return db;
}

function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function readOnly(file: string, defensive = true): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: 5000, defensive });
}

/** Opens a file as if there was no WAL beside it. */
export function openAlone(file: string, defensive = true): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true, defensive });
}
