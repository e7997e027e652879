import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writevSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

export interface WriteOptions {
  readonly mode: number;
  /** True to replace an existing file. */
  readonly replace: boolean;
}

/** Options of a private file, such as a token: only its owner can read it, and it replaces an existing file. */
export const ownerOnly: WriteOptions = { mode: 0o600, replace: true };

/**
 * Writes a file atomically: writes and syncs a temporary file in the same directory, then renames it.
 * @returns false if the file exists and must not be replaced
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { mode, replace }: WriteOptions,
): boolean {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(draft, "wx", mode);
    try {
      writeAt(file, typeof content === "string" ? Buffer.from(content) : content, 0);
    } finally {
      closeSync(file);
    }
    if (replace) renameSync(draft, path);
    // Unlike a rename, a link never replaces the file of a faster process.
    else linkSync(draft, path);
    return true;
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!replace && exists) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes and syncs all bytes from `position` on. */
export function writeAt(file: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writevSync(file, [bytes.subarray(written)], position + written);
  }
  fsyncSync(file);
}

/** Syncs the directory of a file, so that its name survives a power cut. */
export function syncFolder(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === "win32") return;
  const directory = openSync(dirname(path), "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
