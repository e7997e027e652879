import { createHash } from "node:crypto";
import { chmodSync, realpathSync, statSync } from "node:fs";
import { readFileWithin } from "../files/read-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { decodePolicy } from "../policy/read/decode.ts";
import { PolicyNotChangedError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";

/** Returns the SHA-256 of a content in hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Written change, with the data to undo it. */
export interface FileChange {
  /** Text of the file before the change. */
  readonly before: string;
  /** SHA-256 of the new text in hex. */
  readonly sha256: string;
}

/**
 * Replaces the text of a policy's file atomically if its content is as expected. Keeps its mode and follows links.
 * @param sha256 SHA-256 of the expected content in hex
 * @param change returns the new text; if it throws, nothing is written
 * @throws {PolicyNotChangedError}
 */
export function changeFile(path: string, sha256: string, change: (text: string) => string): FileChange {
  try {
    const real = realpathSync(path);
    const bytes = readFileWithin(real);
    const decoded = decodePolicy(bytes);
    if (sha256Of(bytes) !== sha256 || !decoded.ok) {
      throw new PolicyNotChangedError({
        what: `${path} was not written`,
        why: "it changed in the meantime",
        hint: "Review the current file, then retry",
      });
    }
    const text = change(decoded.text);
    const mode = statSync(real).mode & 0o7777;
    writeFileAtomic(real, text, { mode, replace: true });
    // The mode of a new file is reduced by the umask.
    chmodSync(real, mode);
    return { before: decoded.text, sha256: sha256Of(text) };
  } catch (error) {
    throw notWritten(path, error, "Check that the file exists, and that it and its directory are writable");
  }
}

/**
 * Recreates a deleted policy from its last text, changed. Fails if the path exists.
 * @param sha256 SHA-256 of its last content in hex
 * @param last its last text, with or without the byte order mark
 * @param change returns the new text; if it throws, nothing is written
 * @returns also the last text, for an undo
 * @throws {PolicyNotChangedError}
 */
export function recreateFile(
  path: string,
  sha256: string,
  last: string,
  change: (text: string) => string,
): FileChange {
  const before = [last, `\uFEFF${last}`].find((text) => sha256Of(text) === sha256);
  if (before === undefined) {
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: "its last text is not known in full",
      hint: "Restore the file, then retry",
    });
  }
  const text = change(before);
  try {
    if (writeFileAtomic(path, text, { mode: 0o644, replace: false }))
      return { before, sha256: sha256Of(text) };
  } catch (error) {
    throw notWritten(path, error, "Check that its directory exists and is writable");
  }
  throw new PolicyNotChangedError({
    what: `${path} was not written`,
    why: "a file has its name again",
    hint: "Review the current file, then retry",
  });
}

function notWritten(path: string, cause: unknown, hint: string): Error {
  if (cause instanceof PolicyNotChangedError) return cause;
  return new PolicyNotChangedError({
    what: `${path} was not written`,
    why: failureReason(cause),
    hint,
    cause,
  });
}
