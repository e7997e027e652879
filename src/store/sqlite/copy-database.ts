import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreFullError } from "../errors.ts";
import { fileError } from "../file-error.ts";
import { storeError } from "./sqlite-error.ts";

/** Pages copied between two looks at the thread's queue: a few milliseconds of work. */
const stepPages = 1024;

/**
 * Writes what a connection sees to a file of its own, for its owner only: whole or not at all, and on disk when it resolves.
 * @throws {StoreUnwritableError | StoreFullError} the file
 * @throws SQLite's error for the source
 */
export async function copyDatabase(db: DatabaseSync, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    closeSync(create(draft));
    // One snapshot from the first page to the last: otherwise every commit of the writer begins the copy anew.
    db.exec("BEGIN");
    try {
      db.prepare("SELECT count(*) FROM sqlite_schema").get();
      await backup(db, draft, { rate: stepPages });
    } finally {
      db.exec("COMMIT");
    }
    // Pages are copied as they are, and say that there is a WAL beside them.
    const copy = new DatabaseSync(draft);
    copy.exec("PRAGMA journal_mode = DELETE");
    copy.close();
    syncFile(draft);
    renameSync(draft, file);
    syncFile(dirname(file));
  } catch (error) {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(draft + suffix, { force: true });
    const ours = storeError(error, file);
    // Anything else is about what is copied.
    throw ours instanceof StoreFullError ? ours : error;
  }
}

function create(draft: string): number {
  try {
    return openSync(draft, "wx", 0o600);
  } catch (error) {
    throw fileError(error, draft);
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
