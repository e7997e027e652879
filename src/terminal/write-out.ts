import { writeSync } from "node:fs";

/** Maximum number of writes, and the pause after one to a full pipe, in milliseconds. */
const attempts = 200;
const pauseMs = 1;

/**
 * Writes a text to a file descriptor synchronously, so that it works while the process exits. Drops the rest
 * after 200 attempts or an error, such as a closed reader.
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

/** Returns true if the pipe or terminal is full. */
function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
