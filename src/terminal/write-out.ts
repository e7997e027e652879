import { writeSync } from "node:fs";

const attempts = 200;
const pauseMs = 1;

/**
 * Writes to a file descriptor synchronously, so that it works while the process exits. Ignores a closed reader.
 */
export function writeOut(fd: number, text: string): void {
  let left = Buffer.from(text);
  for (let attempt = 0; left.length > 0 && attempt < attempts; attempt += 1) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if (!isFull(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

/** A full pipe. */
function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
