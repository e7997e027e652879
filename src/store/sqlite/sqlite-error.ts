import {
  StoreBusyError,
  StoreDamagedError,
  StoreFullError,
  StoreIoError,
  StoreUnwritableError,
} from "../errors.ts";

/** Primary result codes of SQLite we tell apart (https://www.sqlite.org/rescode.html). */
const resultCodes = {
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

/** Whether it comes from SQLite (as against a bug of ours or an error we threw). */
function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

/** The extended code in its upper bits says more than we tell apart. */
function primaryCode(error: unknown): number | null {
  return isSqliteError(error) ? error.errcode & 0xff : null;
}

/** Another connection holds the lock that was wanted. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === resultCodes.busy || code === resultCodes.locked;
}

/** The file is no database, or contradicts itself. */
export function isDamage(error: unknown): error is Error {
  const code = primaryCode(error);
  return code === resultCodes.corrupt || code === resultCodes.notadb;
}

/** Extended codes of reads that the disk refused or cut short; the other input and output errors are of writing. */
const failedReads: ReadonlySet<number> = new Set([266, 522]);

/** A read of a page met damage or a bad sector; what is on other pages may still be readable. */
export function isUnreadable(error: unknown): error is Error {
  return isDamage(error) || (isSqliteError(error) && failedReads.has(error.errcode));
}

/** A sync of the file, or of its directory, failed: what the system has in memory of it may never reach the disk. */
const failedSyncs: ReadonlySet<number> = new Set([1034, 1290]);

/** This process can do nothing more about it; a new one reads what is on the disk, and sets a damaged file aside. */
export function needsNewProcess(error: unknown): boolean {
  return isDamage(error) || (isSqliteError(error) && failedSyncs.has(error.errcode));
}

/** What SQLite threw as the error of ours that says what to do; anything else as it is. */
export function storeError(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  const why = error.message;
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
        hint: "Make the directory and the file writable, or choose another with --data-dir",
        cause: error,
      });
    case resultCodes.ioerr:
      return new StoreIoError({
        what: `${file} cannot be read or written`,
        why,
        hint: "Check the disk it is on",
        cause: error,
      });
    case resultCodes.corrupt:
    case resultCodes.notadb:
      return new StoreDamagedError({
        what: `${file} is damaged`,
        why,
        hint: "The receiver sets it aside at its next start and copies what can still be read: start `hooklens receive` again",
        cause: error,
      });
    case resultCodes.busy:
    case resultCodes.locked:
      return new StoreBusyError({
        what: `${file} is in use`,
        why: "another process holds it",
        hint: "Try again, or stop the other process",
        cause: error,
      });
    default:
      return error;
  }
}
