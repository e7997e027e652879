import { statSync } from "node:fs";
import { readFileWithin, readTextWithin } from "../files/read-file.ts";
import { checkBytes, checkDecoded } from "../policy/check-bytes.ts";
import { type CheckOptions, checkReading } from "../policy/check-document.ts";
import { type Fault, maxBytes, parseFinding, sizeFault } from "../policy/read/fault.ts";
import type { CheckedText } from "../policy/report/checked-text.ts";
import { PolicyUnreadableError } from "./errors.ts";
import { unreadable } from "./failure-reason.ts";

/** Policy file as it was read and checked. */
export interface PolicyFile extends CheckedText {
  /** Content of the file; null if it was not read. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads and checks a policy's file. Does not read a file over the limit, but returns one finding.
 * @param known file that was checked before, which is returned if its content is the same
 * @throws {PolicyUnreadableError} the path is not a file or is not readable
 */
export async function readPolicyFile(
  path: string,
  options: CheckOptions = {},
  known: PolicyFile | null = null,
): Promise<PolicyFile> {
  const large = largeFile(path, options);
  if (large !== null) return large;
  const bytes = orUnreadable(path, () => readFileWithin(path, maxBytes));
  const before = known?.bytes ?? null;
  if (known !== null && before !== null && Buffer.compare(before, bytes) === 0) return known;
  return { bytes, ...(await checkBytes(bytes, { ...options, file: path })) };
}

/**
 * Checks a policy's file without keeping its bytes, in two thirds of the time. Never throws: an unreadable
 * file has one finding.
 */
export async function checkPolicyFile(path: string, options: CheckOptions = {}): Promise<CheckedText> {
  try {
    const large = largeFile(path, options);
    if (large !== null) return large;
    const text = orUnreadable(path, () => readTextWithin(path, maxBytes));
    // U+FFFD replaces bytes that are not UTF-8, but may also occur in the file.
    if (text.includes("\uFFFD")) return await readPolicyFile(path, options);
    return await checkDecoded(text, { ...options, file: path });
  } catch (error) {
    return unreadFile(path, error, options);
  }
}

/**
 * Converts a failed read to a check with one finding, for reports of several files.
 * @param error rethrown unless it is a PolicyUnreadableError
 */
export function unreadFile(path: string, error: unknown, options: CheckOptions = {}): PolicyFile {
  if (!(error instanceof PolicyUnreadableError)) throw error;
  const message = `the file cannot be read (${error.why ?? "no reason is given"})`;
  const hint = error.hint?.replace(/^./, (first) => first.toLowerCase()) ?? null;
  return fileWithFault(path, { start: 0, end: 0, message, hint }, options);
}

/** Returns a check with one finding for a file over the limit, without reading it; otherwise null. */
function largeFile(path: string, options: CheckOptions): PolicyFile | null {
  const { size } = orUnreadable(path, () => statSync(path));
  return size > maxBytes ? fileWithFault(path, sizeFault(size), options) : null;
}

function fileWithFault(path: string, fault: Fault, options: CheckOptions): PolicyFile {
  const finding = parseFinding("", fault);
  return { bytes: null, text: "", check: checkReading({ ok: false, finding }, { ...options, file: path }) };
}

function orUnreadable<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
