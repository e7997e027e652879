import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate, makeDataDir } from "../data-dir.ts";
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
    makePrivate(file);
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

/**
 * Another user who can read the file could hold a read lock on it, and keep the role from being taken. Failures are left to SQLite, which
 * needs the same rights next.
 */
function makePrivate(file: string): void {
  try {
    // Exclusive: a file that is there, and may be locked by this process, is never opened.
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    try {
      keepPrivate(file);
    } catch {
      // Not ours, or a read-only file system.
    }
  }
}
