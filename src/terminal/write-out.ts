import { writeSync } from "node:fs";

const attempts = 200;
const pauseMs = 1;

/**
 * Writes to a file descriptor before it returns, so that it works while the process ends.
 * A reader that is gone is no error here: whoever was to see the text is not there any more.
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

/** A pipe that its reader has not emptied yet. */
function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
