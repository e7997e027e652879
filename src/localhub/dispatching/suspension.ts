import type { FailureRun } from "../../store/activity-port.ts";

/** Consecutive failures before suspension. */
const failuresInRow = 100;

/** Time from the first to the latest consecutive failure before suspension. */
const failingMs = 5 * 24 * 3_600_000;

/** Returns true if a webhook has failed often or long enough. */
export function isHopeless({ count, sinceMs }: FailureRun, nowMs: number): boolean {
  return count >= failuresInRow || (sinceMs !== null && nowMs - sinceMs >= failingMs);
}
