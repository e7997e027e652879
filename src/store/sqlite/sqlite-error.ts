import {
  StoreBusyError,
  StoreDamagedError,
  StoreFullError,
  StoreIoError,
  StoreUnwritableError,
} from "../errors.ts";
import { fileError } from "../file-error.ts";

/** Primary result codes of SQLite that are handled (https://www.sqlite.org/rescode.html). */
const resultCodes = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
} as const;

/** Returns true for an error of SQLite. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

/**
 * Returns the primary code, which is the low byte of an extended code; null if the error is not one of
 * SQLite.
 */
function primaryCode(error: unknown): number | null {
  return isSqliteError(error) ? error.errcode & 0xff : null;
}

/** Returns true if another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === resultCodes.busy || code === resultCodes.locked;
}

/** Returns true if the file is not a database or is inconsistent. */
export function isDamage(error: unknown): error is Error {
  const code = primaryCode(error);
  return code === resultCodes.corrupt || code === resultCodes.notadb;
}

/** Returns true if a table or a column is missing, so the database is not one of hooklens, or its schema is damaged. */
export function lacksTables(error: unknown): boolean {
  return (
    primaryCode(error) === resultCodes.error &&
    isSqliteError(error) &&
    /^no such (?:table|column): /.test(error.message)
  );
}

/** Extended codes of failed and short reads (SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ). */
const failedReads: ReadonlySet<number> = new Set([266, 522]);

/** Returns true if a page or a table is damaged, missing or unreadable; others may be readable. */
export function isUnreadable(error: unknown): error is Error {
  return isDamage(error) || lacksTables(error) || (isSqliteError(error) && failedReads.has(error.errcode));
}

/**
 * Extended codes of failed syncs of a file or its directory (SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC),
 * after which cached pages may never reach the disk.
 */
const failedSyncs: ReadonlySet<number> = new Set([1034, 1290]);

/**
 * Returns true if only a new process can continue: it reads what is on the disk and sets a damaged file
 * aside.
 */
export function needsNewProcess(error: unknown): boolean {
  return isDamage(error) || (isSqliteError(error) && failedSyncs.has(error.errcode));
}

/** Next step for a damaged database of the data directory. */
export const damagedHint =
  "Restart hooklens receive or hooklens hub to set the file aside and copy what can be read";

/**
 * Converts an error of SQLite or of the system to a store error; returns other errors unchanged.
 * @param hint next step if the file is damaged
 */
export function storeError(error: unknown, file: string, hint: string = damagedHint): unknown {
  if (!isSqliteError(error)) return fileError(error, file);
  const why = error.message;
  if (lacksTables(error))
    return new StoreDamagedError({ what: `${file} is damaged`, why, hint, cause: error });
  switch (error.errcode & 0xff) {
    case resultCodes.full:
      return new StoreFullError({
        what: `${file} cannot grow`,
        why,
        hint: "Free some space on its disk",
        cause: error,
      });
    case resultCodes.perm:
    case resultCodes.readonly:
    case resultCodes.cantopen:
      return new StoreUnwritableError({
        what: `${file} cannot be opened or written`,
        why,
        hint: "Make the directory and the file writable, or choose another directory with --data-dir",
        cause: error,
      });
    case resultCodes.ioerr:
      return new StoreIoError({
        what: `${file} cannot be read or written`,
        why,
        hint: "Check its disk",
        cause: error,
      });
    case resultCodes.corrupt:
    case resultCodes.notadb:
      return new StoreDamagedError({
        what: `${file} is damaged`,
        why,
        hint,
        cause: error,
      });
    case resultCodes.busy:
    case resultCodes.locked:
      return new StoreBusyError({
        what: `${file} is in use`,
        why: "another process holds it",
        hint: "Retry, or stop the other process",
        cause: error,
      });
    default:
      return error;
  }
}
