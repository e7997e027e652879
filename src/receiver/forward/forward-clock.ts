import type { Clock } from "../../model/clock.ts";

/** The system's time. What waits by it does not keep the process from ending: the server does that while there is one. */
export const forwardClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
