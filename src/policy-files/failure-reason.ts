import { PolicyUnreadableError } from "./errors.ts";

/** Words for codes with a misleading general hint. */
const reasons: Readonly<Partial<Record<string, string>>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EROFS: "the disk is read-only",
  EISDIR: "it is a directory",
};

/**
 * Returns the reason for a failed file operation: words for disk errors, otherwise the code (`EACCES`) or the
 * message.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error)) return error.message;
  const code = String(error.code);
  return reasons[code] ?? code;
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
    hint: hasCode(cause, "EISDIR") ? "Name one of its files" : "Check that it exists and is readable",
    cause,
  });
}
