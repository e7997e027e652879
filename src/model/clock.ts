/** Source of time and timers; tests replace it. */
export interface Clock {
  nowMs(): number;
  /** Calls the callback once, after at least `delayMs`. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
