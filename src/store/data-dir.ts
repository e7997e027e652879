import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFullError, StoreUnwritableError } from "./errors.ts";

/**
 * Creates the data directory, readable by its owner only.
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
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
      hint: "Make it a writable directory, or choose another with --data-dir",
      cause: error,
    });
  }
}

/** Like `mkdir` with `recursive`, which never returns in a directory that refuses new files, such as /proc (Node 24.21). */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Makes a file readable by its owner only. It changes the path and never opens the file: closing any descriptor of a database file drops
 * the locks that SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function keepPrivate(file: string): void {
  chmodSync(file, 0o600);
}
