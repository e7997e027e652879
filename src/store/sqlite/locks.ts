import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate, makeDataDir } from "../data-dir.ts";
import { statFile } from "../file-error.ts";
import type { Lease, Locks } from "../store.ts";
import { isBusy, storeError } from "./sqlite-error.ts";

/**
 * Creates the locks of a data directory. Each lock is an exclusive lock on the empty database `<name>.lock`,
 * which stays open. The system releases it when the process ends, also by `kill -9`, so there are no stale
 * locks.
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
 * Takes a lock. Only this function may open the lock file: in POSIX, closing any descriptor of the file in
 * the process that holds the lock releases the lock.
 * @returns null if this or another process holds the lock
 * @throws {StoreUnwritableError | StoreFullError | StoreDamagedError}
 */
function takeLock(dataDir: string, name: string): Lease | null {
  makeDataDir(dataDir);
  const file = join(dataDir, `${name}.lock`);
  let db: DatabaseSync | null = null;
  try {
    statFile(file);
    makePrivate(file);
    db = new DatabaseSync(file, { timeout: 0 });
    // Without a journal file a lock needs no space on a full disk.
    db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw storeError(error, file, `Delete ${file}; a healthy one is empty`);
  }
  const held = db;
  return {
    async release() {
      if (held.isOpen) held.close();
    },
  };
}

/**
 * Creates the file, readable by its owner only, or restricts an existing one: another user who can read it
 * could hold a read lock, which prevents the exclusive lock. Ignores failures: SQLite opens the file next and
 * reports them.
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
