import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writevSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { hasCode } from "./failure-reason.ts";

/**
 * Puts a whole file in its place: it is written beside it first, so that nobody ever reads half of it and no crash leaves half of it.
 * @param options.replace instead of one that is there
 * @returns false: there is one, and it was not to be replaced
 */
export function placeFile(
  path: string,
  text: string,
  { mode, replace }: { readonly mode: number; readonly replace: boolean },
): boolean {
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(beside, "wx", mode);
    try {
      writeAt(file, Buffer.from(text), 0);
    } finally {
      closeSync(file);
    }
    if (replace) renameSync(beside, path);
    // Unlike a rename, a link never replaces the file of another process that was quicker.
    else linkSync(beside, path);
    return true;
  } catch (error) {
    if (!replace && hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Writes all of it from that place on, and returns when it is on the disk. */
export function writeAt(file: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writevSync(file, [bytes.subarray(written)], position + written);
  }
  fsyncSync(file);
}

/** Returns when the names in the folder of a file are on the disk. */
export function syncFolder(path: string): void {
  // Windows has no such thing: a folder cannot be opened there.
  if (process.platform === "win32") return;
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
