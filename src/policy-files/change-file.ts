import { createHash } from "node:crypto";
import { chmodSync, readFileSync, realpathSync, statSync } from "node:fs";
import { placeFile } from "../files/place-file.ts";
import { decodePolicy } from "../policy/read/decode.ts";
import { PolicyNotChangedError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";

/** SHA-256 in hex, which identifies the content a change was made for. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A change that was made, with what it takes to make it undone. */
export interface FileChange {
  /** Former text of the file. */
  readonly before: string;
  /** SHA-256 of the new text in hex. */
  readonly sha256: string;
}

/**
 * Puts another text in a policy's file, whole or not at all, if the file still is what the change was made up for. Its mode stays, and a
 * link stays one.
 * @param sha256 of what the file must hold
 * @param change gives the new text; it may throw, and nothing is written then
 * @throws {PolicyNotChangedError} nothing was written
 */
export function changeFile(path: string, sha256: string, change: (text: string) => string): FileChange {
  try {
    const real = realpathSync(path);
    const bytes = readFileSync(real);
    const decoded = decodePolicy(bytes);
    if (sha256Of(bytes) !== sha256 || !decoded.ok) {
      throw new PolicyNotChangedError({
        what: `${path} was not written`,
        why: "it was changed meanwhile",
        hint: "Look at it as it is now, then try again",
      });
    }
    const text = change(decoded.text);
    const mode = statSync(real).mode & 0o7777;
    placeFile(real, text, { mode, replace: true });
    // A new file's mode has passed the mask of this process.
    chmodSync(real, mode);
    return { before: decoded.text, sha256: sha256Of(text) };
  } catch (error) {
    if (error instanceof PolicyNotChangedError) throw error;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: failureReason(error),
      hint: "Check that it is there and may be written, its folder too",
      cause: error,
    });
  }
}
