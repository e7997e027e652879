import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate, makeDataDir } from "../data-dir.ts";
import type { Lease, Locks } from "../store.ts";
import { isBusy, storeError } from "./sqlite-error.ts";

/**
 * Creates the locks of a data directory. Each is an exclusive lock on the empty database `<name>.lock`, which stays open. The system drops
 * it when the process ends, also by `kill -9`, so there are no stale locks.
 */
export function fileLocks(dataDir: string): Locks {
  return {
    take: async (name) => takeLock(dataDir, name),
    async isHeld(name) {
      if (!existsSync(dataDir)) return false;
      const lease = takeLock(dataDir, name);
      await lease?.release();
      return lease === null;
    },
  };
}

/**
 * Takes a lock. Only this function may open the lock file: in POSIX, closing any descriptor of it in the holding process drops the lock.
 * @returns null if this or another process holds the lock
 * @throws {StoreUnwritableError | StoreFullError}
 */
function takeLock(dataDir: string, name: string): Lease | null {
  makeDataDir(dataDir);
  const file = join(dataDir, `${name}.lock`);
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
    async release() {
      if (held.isOpen) held.close();
    },
  };
}

/**
 * Restricts the file to its owner: another user who can read it could hold a read lock, which prevents the exclusive lock. Ignores
 * failures, because SQLite needs the same rights next and reports them.
 */
function makePrivate(file: string): void {
  try {
    // "wx" never opens an existing file, which this process may have locked.
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    try {
      keepPrivate(file);
    } catch {
      // Owned by another user, or on a read-only file system.
    }
  }
}
