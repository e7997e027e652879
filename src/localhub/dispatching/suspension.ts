import type { FailureRun } from "../../store/activity-port.ts";

/** So many failed attempts in a row, with none that succeeded between them. */
const failuresInRow = 100;

/** So long without one that succeeded, from the first that failed to the newest. */
const failingMs = 5 * 24 * 3_600_000;

/** Whether a webhook has failed often or long enough to be left alone. */
export function isHopeless({ count, sinceMs }: FailureRun, nowMs: number): boolean {
  return count >= failuresInRow || (sinceMs !== null && nowMs - sinceMs >= failingMs);
}
