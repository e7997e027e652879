import { type BigIntStats, existsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { errorText, type HooklensError } from "../../model/errors.ts";
import { StoreGoneError } from "../errors.ts";
import { copyDatabase } from "./copy-database.ts";
import { setAsideName } from "./set-aside.ts";

/** Returns the reason why a path no longer leads to an open file, or null. The first error stays. */
export type OpenFileCheck = () => HooklensError | null;

/**
 * Creates the check of a file that was just opened. SQLite does not notice that the file was deleted or replaced:
 * what it writes then is lost, or its WAL is applied to another file.
 */
export function createOpenFileCheck(file: string): OpenFileCheck {
  const opened = stateOf(file);
  let gone: HooklensError | null = null;
  return () => {
    if (gone !== null) return gone;
    const found = stateOf(file);
    // Errors of a disk are for SQLite to meet.
    if (found === null || (found !== undefined && isSame(found, opened))) return null;
    gone = new StoreGoneError({
      what: `${file} cannot be written`,
      why: `${basename(file)} ${found === undefined ? fateOf(file) : "was replaced by another file"}`,
      hint: "Restart hooklens",
    });
    return gone;
  };
}

/** Returns the state of a path; undefined if there is nothing; null if it cannot be read. */
function stateOf(path: string): BigIntStats | undefined | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return null;
  }
}

function isSame(found: BigIntStats, opened: BigIntStats | undefined | null): boolean {
  return found.ino === opened?.ino && found.dev === opened.dev;
}

function fateOf(file: string): string {
  return `was deleted or moved away${existsSync(dirname(file)) ? "" : ", with its directory"}`;
}

/** Limit for the wait for readers, in milliseconds. */
const readersTimeoutMs = 1000;

/**
 * Copies an open database, whose path leads elsewhere, to a set-aside file. Then empties its WAL, which the next
 * opening would apply to the file in its place.
 * @returns the error with the place of the copy, or with the reason why there is none
 */
export async function keepOpenDatabase(
  { what, why, hint }: HooklensError,
  db: DatabaseSync,
  file: string,
): Promise<HooklensError> {
  const copy = await copyAside(db, file).catch(
    (error: unknown) => `it could not be copied: ${errorText(error)}`,
  );
  try {
    db.exec(`PRAGMA busy_timeout = ${readersTimeoutMs}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch {
    // The file and its disk are gone.
  }
  return new StoreGoneError({ what, why: `${why}; ${copy}`, hint });
}

async function copyAside(db: DatabaseSync, file: string): Promise<string> {
  if (!existsSync(dirname(file))) return "there is no copy of it";
  const kept = setAsideName(file, Date.now());
  await copyDatabase(db, kept);
  return `what it held is in ${kept}`;
}
