import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeDataDir } from "./data-file.ts";
import { isBusy, storeError } from "./sqlite-error.ts";

/** A role of a data directory, held by this process until it is released or ends, in whatever way. */
export interface RoleLock {
  release(): void;
}

/**
 * Takes a role (`hub`, `receiver`) of a data directory for this process: an exclusive lock on the empty database `<role>.lock`,
 * held open. The system drops it with the process, a kill -9 included, so there is no stale lock to clean up.
 * Nothing else may open that file: in POSIX, closing any descriptor of it in the holding process would drop the lock.
 * @returns null when another process, or this one, holds it
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function takeRole(dataDir: string, role: string): RoleLock | null {
  makeDataDir(dataDir);
  const file = join(dataDir, `${role}.lock`);
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw storeError(error, file);
  }
  const held = db;
  return {
    release() {
      if (held.isOpen) held.close();
    },
  };
}
