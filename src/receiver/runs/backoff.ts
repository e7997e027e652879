import type { Clock } from "../../model/clock.ts";

/** Delays before retries while senders wait. */
export interface Backoff {
  /** Resolves with true after the delay, or with false when all end earlier, or this one by its signal. */
  pause(ms: number, signal: AbortSignal | null): Promise<boolean>;
  /** Returns the number of delays in progress. */
  count(): number;
  /** Ends all delays, also later ones at once. */
  end(): void;
}

/** Creates the delays. @param onChange called after a change of `count` */
export function makeBackoff(clock: Clock, onChange: () => void): Backoff {
  /** Functions that end a delay early. */
  const endings = new Set<() => void>();
  let hasEnded = false;
  return {
    async pause(ms, signal) {
      if (hasEnded || signal?.aborted === true) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const cancel = clock.after(ms, () => resolve(true));
      const endEarly = (): void => resolve(false);
      endings.add(endEarly);
      signal?.addEventListener("abort", endEarly, { once: true });
      onChange();
      const isDue = await promise;
      cancel();
      endings.delete(endEarly);
      onChange();
      return isDue;
    },
    count: () => endings.size,
    end() {
      hasEnded = true;
      for (const endEarly of endings) endEarly();
    },
  };
}
