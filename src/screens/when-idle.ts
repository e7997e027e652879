import { type Clock, systemClock } from "../model/clock.ts";

/** Time without a key before a value is passed on, in milliseconds. */
const quietMs = 100;
/** Maximum delay of a value by keys, in milliseconds. */
const longestMs = 500;

export interface IdleGate<T> {
  /** Passes the value on, or delays it while keys arrive; a later value replaces it. */
  offer(value: T): void;
  /** Notes that a key has arrived. */
  keyPressed(): void;
  /** Drops a value that is held back. */
  stop(): void;
}

/**
 * Creates a gate that delays values while the user types, so that the frame of a key does not wait for update frames.
 */
export function whenIdle<T>(pass: (value: T) => void, clock: Clock = systemClock): IdleGate<T> {
  let keyMs = Number.NEGATIVE_INFINITY;
  let held: { value: T; readonly sinceMs: number } | null = null;
  let cancel = () => {};

  function passOrWait(): void {
    if (held === null) return;
    const dueMs = Math.min(keyMs + quietMs, held.sinceMs + longestMs);
    const waitMs = dueMs - clock.nowMs();
    if (waitMs > 0) {
      cancel = clock.after(waitMs, passOrWait);
      return;
    }
    const { value } = held;
    held = null;
    pass(value);
  }

  return {
    offer(value) {
      if (held !== null) {
        held.value = value;
        return;
      }
      held = { value, sinceMs: clock.nowMs() };
      passOrWait();
    },
    keyPressed() {
      keyMs = clock.nowMs();
    },
    stop() {
      cancel();
      held = null;
    },
  };
}
