import { setTimeout as delay } from "node:timers/promises";
import type { Screen } from "../test/support/screen/screen.ts";

/** Interval of a held key, in milliseconds: about 30 per second. */
const repeatMs = 33;
/** First presses, which compile the code that draws. */
const warmUp = 20;
const blocks = 3;
const perBlock = 40;

/** Keys that are pressed in turn, and what changes with each. */
export interface KeyTurn {
  readonly turn: readonly [string, string];
  shown(screen: Screen): string;
}

/** A program with the keys to press. */
export interface KeysOn extends KeyTurn {
  readonly screen: Screen;
}

/**
 * Measures the milliseconds from each key to the frame that shows it, as fast as a keyboard repeats. The programs take
 * turns in blocks, so that other work of the machine affects both.
 */
export async function keyTimesInTurn(
  subject: KeysOn,
  peer: KeysOn,
): Promise<{ readonly times: readonly number[]; readonly limits: readonly number[] }> {
  const times: number[] = [];
  const limits: number[] = [];
  for (const one of [subject, peer]) await press(one, warmUp);
  for (let block = 0; block < blocks; block += 1) {
    times.push(...(await press(subject, perBlock)));
    limits.push(...(await press(peer, perBlock)));
  }
  return { times, limits };
}

/** @param count an even number, after which the screen is as before */
async function press({ screen, turn, shown }: KeysOn, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = shown(screen);
    const repeated = delay(repeatMs);
    times.push(await screen.timeTo(turn[index % 2] ?? "", (now) => shown(now) !== before));
    await repeated;
  }
  return times;
}
