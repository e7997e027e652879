import { dispatchRetryDelaysMs } from "../../model/retry-schedules.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Each wait is longer or shorter by up to this part, so that what failed together does not come back together. */
const spread = 0.2;

const longestRetryAfterMs = hourMs;

/** A receiver that is overloaded gets at least this long. */
const overloadedMs = minuteMs;

/** How an attempt failed, as far as the next one depends on it. */
export interface Failure {
  readonly status: number | null;
  readonly timedOut: boolean;
  /** The `Retry-After` header: seconds or a date. */
  readonly retryAfter: string | null;
}

/**
 * How long to wait before the next attempt; null: there is none, the dispatch is dead.
 * @param attempts how many there were, the failed one included
 * @param jitter from 0 to 1, 0.5 changes nothing
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
    Math.min(askedWaitMs(failure.retryAfter, nowMs), longestRetryAfterMs),
  );
}

function askedWaitMs(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * secondMs;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}
