import { PolicyUnreadableError } from "./errors.ts";

/** Returns the reason of a failed file operation: its code (`EACCES`), else its message. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

/** Returns true if a file operation failed with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * Creates the error of a failed read.
 * @param what the file or directory
 * @param cause error of the file operation
 */
export function unreadable(what: string, cause: unknown): PolicyUnreadableError {
  return new PolicyUnreadableError({
    what: `${what} cannot be read`,
    why: failureReason(cause),
    hint: "Check that it exists and is readable",
    cause,
  });
}
