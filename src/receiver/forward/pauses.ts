import type { Clock } from "../../model/clock.ts";

/** Waits that can all be ended at once. */
export interface Pauses {
  /** Resolves with true when the time has gone by, with false when the waits were ended before. */
  pause(ms: number): Promise<boolean>;
  /** How many wait. */
  count(): number;
  /** Ends all that wait; nobody waits any more. */
  end(): void;
}

/** @param onChange called when somebody begins to wait or has waited */
export function makePauses(clock: Clock, onChange: () => void): Pauses {
  const waiting = new Set<() => void>();
  let isOver = false;
  return {
    async pause(ms) {
      if (isOver) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const cancel = clock.after(ms, () => resolve(true));
      const endEarly = (): void => resolve(false);
      waiting.add(endEarly);
      onChange();
      const isDone = await promise;
      cancel();
      waiting.delete(endEarly);
      onChange();
      return isDone;
    },
    count: () => waiting.size,
    end() {
      isOver = true;
      for (const endEarly of waiting) endEarly();
    },
  };
}
