import { setTimeout as delay } from "node:timers/promises";
import type { Screen } from "../test/support/screen/screen.ts";

/** Interval of a held key, in milliseconds: about 30 per second. */
const repeatMs = 33;

/** Keys that are pressed in turn, and what changes with each. */
export interface KeyTurn {
  readonly turn: readonly [string, string];
  shown(screen: Screen): string;
}

/** Numbers of key presses. */
export interface Presses {
  /** Presses that are measured. */
  readonly measured: number;
  /** First presses that are not: they compile the code that draws. */
  readonly warmUp: number;
}

/** Measures the milliseconds from each key to the frame that shows it, as fast as a keyboard repeats. */
export async function keyTimes(
  screen: Screen,
  { turn, shown }: KeyTurn,
  { measured, warmUp }: Presses,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let press = 0; press < warmUp + measured; press += 1) {
    const before = shown(screen);
    times.push(await screen.timeTo(turn[press % 2] ?? "", (now) => shown(now) !== before));
    await delay(repeatMs);
  }
  return times.slice(warmUp);
}
