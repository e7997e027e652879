import { createHash } from "node:crypto";
import { chmodSync, readFileSync, realpathSync, statSync } from "node:fs";
import { placeFile } from "../files/place-file.ts";
import { decodePolicy } from "../policy/read/decode.ts";
import { PolicyNotChangedError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";

/** Returns the SHA-256 of a content in hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Change that was written, with the data to undo it. */
export interface FileChange {
  /** Text of the file before the change. */
  readonly before: string;
  /** SHA-256 of the new text in hex. */
  readonly sha256: string;
}

/**
 * Replaces the text of a policy's file atomically, if the file still has the expected content. Keeps its
 * mode. Follows a link to the file.
 * @param sha256 SHA-256 of the expected content in hex
 * @param change returns the new text; if it throws, nothing is written
 * @throws {PolicyNotChangedError}
 */
export function changeFile(path: string, sha256: string, change: (text: string) => string): FileChange {
  try {
    const real = realpathSync(path);
    const bytes = readFileSync(real);
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
    placeFile(real, text, { mode, replace: true });
    // The mode of a new file is reduced by the umask.
    chmodSync(real, mode);
    return { before: decoded.text, sha256: sha256Of(text) };
  } catch (error) {
    if (error instanceof PolicyNotChangedError) throw error;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: failureReason(error),
      hint: "Check that the file exists, and that it and its directory are writable",
      cause: error,
    });
  }
}
