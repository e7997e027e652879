import { setTimeout as pause } from "node:timers/promises";

/** Two Int32: whether the thread is to end, and whether it is decompressing. */
const bytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const [ending, busy] = [0, 1];

let guard: Int32Array | null = null;

/** Shared with a thread that may be ended from outside. */
export function createDecompressionGuard(): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes);
}

/** To be called in that thread, before anything is decompressed. */
export function guardDecompression(shared: SharedArrayBuffer): void {
  guard = new Int32Array(shared);
}

/**
 * Resolves when that thread is in no decompression, and will not begin one: Node 24 ends the whole process when a thread is ended while it
 * makes what it decompresses with ("close before init").
 */
export async function keepFromDecompressing(shared: SharedArrayBuffer): Promise<void> {
  const words = new Int32Array(shared);
  Atomics.store(words, ending, 1);
  while (Atomics.load(words, busy) === 1) await pause(1);
}

/** Decompresses where that is safe. @throws what `decompress` does, or that the thread is to end */
export function decompressing<T>(decompress: () => T): T {
  const words = guard;
  if (words === null) return decompress();
  Atomics.store(words, busy, 1);
  try {
    if (Atomics.load(words, ending) === 1) throw new Error("this thread is being ended");
    return decompress();
  } finally {
    Atomics.store(words, busy, 0);
  }
}
