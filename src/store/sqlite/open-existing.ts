import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StoreUnwritableError } from "../errors.ts";

/**
 * Opens a database only to read it, also in a directory that cannot be written. SQLite reads a database in WAL mode through its `-shm` file,
 * which it makes where it is missing; where it cannot, a file whose writer closed it (no `-wal`) is complete by itself.
 * @throws {StoreUnwritableError} it needs a `-shm` file, and none can be made
 */
export function openExisting(file: string): DatabaseSync {
  const { dir, hasWal } = lookAround(file);
  if (existsSync(`${file}-shm`) || isWritable(dir)) return readOnly(file);
  if (!hasWal) return openAlone(file);
  throw new StoreUnwritableError({
    what: `${file} cannot be read where it is`,
    why: `its newest rows are in ${file}-wal, and its directory cannot be written`,
    hint: "Copy the directory to where you can write, and name the copy with --data-dir",
  });
}

/**
 * The same for a file that no process writes any more, and that may be damaged: nothing is made beside it unless it has a `-wal`, and
 * one that was cut off is read up to there.
 */
export function openFinished(file: string): DatabaseSync {
  const db = lookAround(file).hasWal ? readOnly(file, false) : openAlone(file, false);
  db.exec("PRAGMA writable_schema = ON");
  return db;
}

function lookAround(file: string): { readonly dir: string; readonly hasWal: boolean } {
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return { dir: dirname(file), hasWal: (wal?.size ?? 0) > 0 };
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

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
