import { chmodSync, existsSync, mkdirSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFullError, StoreUnwritableError } from "./errors.ts";
import { fileError } from "./file-error.ts";

/**
 * Creates the data directory and its missing parents, readable by their owner only. An existing directory
 * keeps its mode.
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeDirectories(dataDir);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (why === "ENOSPC" || why === "EDQUOT") {
      throw new StoreFullError({
        what: `${dataDir} cannot be created`,
        why: "the disk is full",
        hint: "Free some space on its disk",
        cause: error,
      });
    }
    throw new StoreUnwritableError({
      what: `${dataDir} cannot be used as the data directory`,
      why,
      hint: "Make it a writable directory, or choose another directory with --data-dir",
      cause: error,
    });
  }
}

/**
 * Creates a directory and its missing parents. The recursive `mkdirSync` of Node 24.21 never returns in a
 * directory that refuses new files, such as /proc.
 */
function makeDirectories(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeDirectories(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Restricts a file to its owner. It never opens the file: closing any descriptor of a database file releases
 * the locks that SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function keepPrivate(file: string): void {
  chmodSync(file, 0o600);
}

/**
 * Returns the free space for this user on the disk of a directory, in bytes, without regard to quotas.
 * @throws {StoreUnwritableError | StoreIoError} the directory was deleted, or its disk does not respond
 */
export function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch (error) {
    throw fileError(error, directory);
  }
}
