import type { LogPosition } from "../../delivery-log.ts";

/** Positions of a log for any number of followers. */
export interface LogTail {
  /** Notifies every follower; a follower that has not taken the previous position gets only this one. */
  notify(position: LogPosition): void;
  /** Yields the current position, then newer ones, until the signal aborts or the log closes. */
  follow(signal: AbortSignal): AsyncIterable<LogPosition>;
  /** Ends every follower. */
  close(): void;
}

/**
 * Creates a tail, which passes the positions of one writer to any number of followers, each at its own pace.
 */
export function createLogTail(start: LogPosition): LogTail {
  let current = start;
  let closed = false;
  const wakers = new Set<() => void>();

  async function* positions(signal: AbortSignal): AsyncGenerator<LogPosition, void, undefined> {
    let yielded = -1;
    while (!signal.aborted) {
      if (current.revision !== yielded) {
        yielded = current.revision;
        yield current;
      } else if (closed) {
        return;
      } else {
        await nextChange(signal);
      }
    }
  }

  function nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        wakers.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      wakers.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  return {
    notify(position) {
      current = position;
      for (const wake of wakers) wake();
    },
    follow: positions,
    close() {
      closed = true;
      for (const wake of wakers) wake();
    },
  };
}
