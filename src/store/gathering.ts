/** How long what nobody waits for is gathered, in milliseconds. */
const gatherMs = 8;

/** So many are written without waiting for more. */
const fullBatch = 256;

/** When what is queued is written. */
export interface Gathering {
  /** Somebody waits: with what this turn of the event loop brings, and the next ones without a gap. */
  soon(): void;
  /** Nobody waits: with what is written soon, or after some milliseconds. */
  later(): void;
  /** At once. */
  now(): void;
}

/**
 * Many writes in one share its cost.
 * @param size how much is queued
 * @param write writes all of it
 */
export function createGathering(size: () => number, write: () => void): Gathering {
  let isNear = false;
  let timer: NodeJS.Timeout | null = null;
  /** How many were queued when the last turn of the event loop ended. */
  let seen = 0;

  /**
   * Waits as long as each turn of the loop brings more. Writing at the first turn costs a sixth of the throughput, at 16 senders
   * as at 64: the write takes those whose requests were read first, and the rest needs another one. Alone, a delivery waits for
   * one more turn, which is nothing beside the sync.
   */
  function gather(): void {
    if (!isNear) return;
    if (size() === seen || size() >= fullBatch) {
      now();
      return;
    }
    seen = size();
    setImmediate(gather);
  }

  function now(): void {
    isNear = false;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (size() > 0) write();
  }

  return {
    soon() {
      if (isNear) return;
      isNear = true;
      seen = 0;
      setImmediate(gather);
    },
    later() {
      if (!isNear) timer ??= setTimeout(now, gatherMs);
    },
    now,
  };
}
