import { closeSync, fsyncSync, openSync, writevSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

/** Writes a new file, and returns when its content is on the disk. Fails with EEXIST where there is one. */
export function writeWhole(path: string, text: string, { mode }: { readonly mode: number }): void {
  const file = openSync(path, "wx", mode);
  try {
    writeAt(file, Buffer.from(text), 0);
  } finally {
    closeSync(file);
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
