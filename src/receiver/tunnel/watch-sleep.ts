import type { Clock } from "../../model/clock.ts";

const lookEveryMs = 5_000;
/** A busy machine is late by less than this. */
const lateByMs = 15_000;

/**
 * Tells when the machine was asleep, or the clock was set: much more time has gone by than was waited.
 * Connections that were open before seem open still, until somebody finds out.
 * @returns the way to stop watching
 */
export function watchSleep(clock: Clock, onWake: () => void): () => void {
  let cancel = (): void => {};
  function look(): void {
    const startMs = clock.nowMs();
    cancel = clock.after(lookEveryMs, () => {
      const lateMs = clock.nowMs() - startMs - lookEveryMs;
      look();
      if (Math.abs(lateMs) > lateByMs) onWake();
    });
  }
  look();
  return () => cancel();
}
