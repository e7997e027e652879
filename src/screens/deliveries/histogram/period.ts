import type { Filter } from "../../../model/filter.ts";

/** Number of buckets that are counted; fewer are drawn where they do not fit. */
export const countedBuckets = 60;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Period of a histogram, in milliseconds since 1970. */
export interface Period {
  readonly fromMs: number;
  /** End, exclusive. */
  readonly toMs: number;
  /** Length to name if the period moves with the time, in milliseconds; null for a fixed period. */
  readonly untilNowMs: number | null;
}

/**
 * Returns the period that the times of a filter allow, by default the last hour; null if they allow none. A period up
 * to now begins and ends with a whole bucket, so that its bars do not change while nothing arrives.
 */
export function periodOf(filter: Filter, nowMs: number): Period | null {
  const times = (kind: "since" | "until"): readonly number[] =>
    filter.terms.flatMap(({ match, negated }) => (match.kind === kind && !negated ? [match.atMs] : []));
  const [since, until] = [times("since"), times("until")];
  const endMs = Math.min(...until, nowMs);
  const startMs = Math.max(...since, since.length === 0 ? endMs - hourMs : Number.NEGATIVE_INFINITY);
  if (startMs >= endMs) return null;
  if (until.length > 0) return { fromMs: startMs, toMs: endMs, untilNowMs: null };
  // One bucket more than the period has, because the last one has only begun.
  const wholeMs = (endMs - startMs) / (countedBuckets - 1);
  const stepMs = since.length === 0 ? minuteMs : Math.max(secondMs, Math.ceil(wholeMs / secondMs) * secondMs);
  const toMs = (Math.floor(endMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - countedBuckets * stepMs, toMs, untilNowMs: endMs - startMs };
}
