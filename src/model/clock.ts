/** Time, as a parameter: tests run hours in milliseconds. */
export interface Clock {
  nowMs(): number;
  /** Calls back once, not before `delayMs` has gone by. Returns the way to call it off. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
