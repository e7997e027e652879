import { createHash } from "node:crypto";
import { chmodSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { PolicyCheck } from "../policy/check-document.ts";
import { checkPolicy } from "../policy/check.ts";
import { decodePolicy } from "../policy/read/decode.ts";
import { maxBytes } from "../policy/read/limits.ts";
import { type Fault, parseFinding } from "../policy/read/parse-finding.ts";
import { sizeFault } from "../policy/read/text-fault.ts";
import { PolicyNotChangedError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";
import { placeFile } from "./place-file.ts";

/** A policy's file, read and checked. */
export interface CheckedFile {
  readonly check: PolicyCheck;
  /** As much as could be decoded; with its byte order mark. */
  readonly text: string;
  /** Of its bytes, in hex; null: they were not read. */
  readonly sha256: string | null;
}

/** Reads and checks a file. What cannot be read, or is too large to be, has one finding. Null: there is none. */
export function checkFile(path: string, nowMs: number): CheckedFile | null {
  let bytes: Uint8Array;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return null;
    // It is not read at all: it may be larger than what there is memory for.
    if (stats.size > maxBytes) return unreadable(path, sizeFault(stats.size));
    bytes = readFileSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    const message = `the file cannot be read (${failureReason(error)})`;
    return unreadable(path, { start: 0, end: 0, message, hint: "check who may read it" });
  }
  const sha256 = sha256Of(bytes);
  const decoded = decodePolicy(bytes);
  if (decoded.ok) {
    return { check: checkPolicy(decoded.text, { file: path, nowMs }), text: decoded.text, sha256 };
  }
  return { check: failedCheck(path, decoded.finding), text: decoded.text, sha256 };
}

function unreadable(path: string, fault: Fault): CheckedFile {
  return { check: failedCheck(path, parseFinding("", fault)), text: "", sha256: null };
}

function failedCheck(file: string, finding: PolicyCheck["findings"][number]): PolicyCheck {
  return { file, schemaValid: false, valid: false, findings: [finding], document: null, policy: null };
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A change that was made, with what it takes to make it undone. */
export interface FileChange {
  /** All the file held before. */
  readonly before: string;
  /** Of what it holds now. */
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
