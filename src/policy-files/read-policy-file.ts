import { readFileSync } from "node:fs";
import { checkBytes } from "../policy/check-bytes.ts";
import type { CheckOptions } from "../policy/check-document.ts";
import type { CheckedText } from "../policy/report/checked-text.ts";
import { unreadable } from "./unreadable.ts";

/** A policy's file as it is now. */
export interface PolicyFile extends CheckedText {
  readonly bytes: Uint8Array;
}

/** Reads a policy's file and checks it. @throws {PolicyUnreadableError} for what is no file, or one that may not be read */
export async function readPolicyFile(path: string, options: CheckOptions = {}): Promise<PolicyFile> {
  const bytes = readBytes(path);
  return { bytes, ...(await checkBytes(bytes, { ...options, file: path })) };
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
