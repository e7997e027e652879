import { dispatchRetryDelaysMs, retryAfterMs } from "../../model/retry-schedules.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Maximum random change of a delay, as a share of it, so that attempts that failed together are not retried
 * together.
 */
const spread = 0.2;

/** Maximum `Retry-After` that is respected. */
const longestRetryAfterMs = hourMs;

/** Minimum delay after a timeout or a 429. */
const overloadedMs = minuteMs;

/** Properties of a failure that determine the delay before the next attempt. */
export interface Failure {
  readonly status: number | null;
  readonly timedOut: boolean;
  /** The `Retry-After` header: seconds or a date. */
  readonly retryAfter: string | null;
}

/**
 * Returns the delay before the next attempt, in milliseconds, or null if the dispatch is dead.
 * @param attempts number of attempts, including the failed one
 * @param jitter random number from 0 to 1; 0.5 leaves the delay unchanged
 */
export function waitAfterFailureMs(
  attempts: number,
  failure: Failure,
  jitter: number,
  nowMs: number,
): number | null {
  const planned = dispatchRetryDelaysMs[attempts - 1];
  if (planned === undefined) return null;
  const overloaded = failure.timedOut || failure.status === 429 ? overloadedMs : 0;
  return Math.max(
    Math.round(planned * (1 + (jitter * 2 - 1) * spread)),
    overloaded,
    Math.min(retryAfterMs(failure.retryAfter, nowMs), longestRetryAfterMs),
  );
}
