import { setTimeout as sleep } from "node:timers/promises";

/**
 * Size of a guard: two Int32. The first is 1 if the thread is about to be terminated, the second while it
 * runs uninterruptible work.
 */
const bytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const [terminating, busy] = [0, 1];

let own: Int32Array | null = null;

/** Creates the guard: memory shared by a thread and its terminator. */
export function createTerminationGuard(): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes);
}

/** Sets the guard of this thread. Must be called before any uninterruptible work. */
export function guardThisThread(shared: SharedArrayBuffer): void {
  own = new Int32Array(shared);
}

/** Resolves when the guarded thread runs no uninterruptible work and will not start any. */
export async function awaitInterruptible(shared: SharedArrayBuffer): Promise<void> {
  const words = new Int32Array(shared);
  Atomics.store(words, terminating, 1);
  while (Atomics.load(words, busy) === 1) await sleep(1);
}

/**
 * Runs native work that must not be interrupted by the end of the thread: Node 24 aborts the process if a thread is
 * terminated while it decompresses ("close before init").
 * @throws {Error} the thread is about to be terminated
 */
export function uninterruptible<T>(work: () => T): T {
  const words = own;
  if (words === null) return work();
  Atomics.store(words, busy, 1);
  try {
    if (Atomics.load(words, terminating) === 1) throw new Error("this thread is being terminated");
    return work();
  } finally {
    Atomics.store(words, busy, 0);
  }
}
