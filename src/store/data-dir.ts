import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFullError, StoreUnwritableError } from "./errors.ts";

/**
 * Makes the directory everything is kept in, for its owner only.
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (why === "ENOSPC" || why === "EDQUOT") {
      throw new StoreFullError({
        what: `${dataDir} cannot be made`,
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

/** As `mkdir` with `recursive`, which never returns where nothing can be made in a directory that is there, as in /proc (Node 24.21). */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two programs that start at once may both be making it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Payloads and secrets are nobody else's. By path, never by opening the file: closing any descriptor of a database file
 * drops the locks SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function keepPrivate(file: string): void {
  chmodSync(file, 0o600);
}
