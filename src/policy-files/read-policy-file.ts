import { readFileSync } from "node:fs";
import { checkBytes, checkDecoded } from "../policy/check-bytes.ts";
import type { CheckOptions } from "../policy/check-document.ts";
import { maxBytes } from "../policy/read/limits.ts";
import type { CheckedText } from "../policy/report/checked-text.ts";
import { unreadable } from "./unreadable.ts";

/** A policy's file as it is now. */
export interface PolicyFile extends CheckedText {
  readonly bytes: Uint8Array;
}

/** Reads a policy's file and checks it. @throws {PolicyUnreadableError} for what is no file, or one that may not be read */
export async function readPolicyFile(path: string, options: CheckOptions = {}): Promise<PolicyFile> {
  const bytes = readWith(path, () => readFileSync(path));
  return { bytes, ...(await checkBytes(bytes, { ...options, file: path })) };
}

/** The same without its bytes, in two thirds of the time. @throws {PolicyUnreadableError} */
export async function checkPolicyFile(path: string, options: CheckOptions = {}): Promise<CheckedText> {
  const text = readWith(path, () => readFileSync(path, "utf8"));
  // What stands for bytes that are no UTF-8 may also be one that was written.
  if (text.includes("\uFFFD") || text.length > maxBytes / 3) return readPolicyFile(path, options);
  return checkDecoded(text, { ...options, file: path });
}

function readWith<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
