import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreFullError } from "../errors.ts";
import { fileError } from "../file-error.ts";
import { storeError } from "./sqlite-error.ts";

/** Number of pages copied per turn of the event loop: a few milliseconds of work. */
const stepPages = 1024;

/**
 * Copies a database to a file that only its owner can read, completely or not at all. The copy is durable
 * when the promise resolves.
 * @param check throws to reject a copy before it replaces the file
 * @throws {StoreUnwritableError | StoreFullError} the copy cannot be written
 * @throws SQLite's error if the source cannot be read
 */
export async function copyDatabase(
  db: DatabaseSync,
  file: string,
  check: (copy: DatabaseSync) => void = () => {},
): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    closeSync(create(draft));
    // One snapshot for all pages: otherwise every commit of the writer restarts the copy.
    db.exec("BEGIN");
    try {
      db.prepare("SELECT count(*) FROM sqlite_schema").get();
      await backup(db, draft, { rate: stepPages });
    } finally {
      db.exec("COMMIT");
    }
    // Ends WAL mode, which the copied header still declares, so that the copy is a single file.
    const copy = new DatabaseSync(draft);
    try {
      copy.exec("PRAGMA journal_mode = DELETE");
      check(copy);
    } finally {
      copy.close();
    }
    syncFile(draft);
    renameSync(draft, file);
    syncFile(dirname(file));
  } catch (error) {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(draft + suffix, { force: true });
    const converted = storeError(error, file);
    // Other errors of SQLite concern the source.
    throw converted instanceof StoreFullError ? converted : error;
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
