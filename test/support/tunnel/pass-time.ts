import { setImmediate } from "node:timers/promises";
import type { HandClock } from "../hand-clock.ts";

/** Advances a clock by a second per turn of the event loop until a promise settles. */
export async function whileTimePasses<T>(clock: HandClock, promise: Promise<T>): Promise<T> {
  const waiting = new Set([promise]);
  const done = promise.finally(() => waiting.clear());
  while (waiting.size > 0) {
    clock.advance(1_000);
    await setImmediate();
  }
  return done;
}
