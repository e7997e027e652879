import { setImmediate } from "node:timers/promises";
import type { HandClock } from "./hand-clock.ts";
import type { TestHub } from "./local-hub.ts";

/** Advances the clock from timer to timer while nothing is being sent, until there were `n` attempts. */
export async function advanceUntilAttempted(
  n: number,
  clock: HandClock,
  { store, attempts }: TestHub,
): Promise<void> {
  while (attempts.length < n) {
    const { leased } = await store.queue.counts();
    const next = clock.due()[0];
    if (leased === 0 && next !== undefined) clock.advance(next - clock.nowMs());
    await setImmediate();
  }
}
