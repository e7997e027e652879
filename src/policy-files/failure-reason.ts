import { PolicyUnreadableError } from "./errors.ts";

/** Why a call on a file failed, in a word: its code where it has one (`EACCES`). */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

/** True if a call on a file failed with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** @param what the file or the folder @param cause what the call on it threw */
export function unreadable(what: string, cause: unknown): PolicyUnreadableError {
  return new PolicyUnreadableError({
    what: `${what} cannot be read`,
    why: failureReason(cause),
    hint: "Check what it is and who may read it",
    cause,
  });
}
