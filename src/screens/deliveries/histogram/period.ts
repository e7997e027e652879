import type { Filter } from "../../../model/filter.ts";

/** Number of counted buckets; narrow windows draw fewer. */
export const countedBuckets = 60;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** Lengths of a period up to now, shortest first. One of a minute would move, and cost a query, each second. */
const recentLengths = [5 * minuteMs, 15 * minuteMs, hourMs];

/** Period of a histogram, in milliseconds since 1970. */
export interface Period {
  readonly fromMs: number;
  /** End, exclusive. */
  readonly toMs: number;
  /** Length to name if the period moves with the time, in milliseconds; null for a fixed period. */
  readonly untilNowMs: number | null;
}

/** Returns the times of a filter that limit its period. */
function timesOf({ terms }: Filter, kind: "since" | "until"): readonly number[] {
  return terms.flatMap(({ match, negated }) => (match.kind === kind && !negated ? [match.atMs] : []));
}

/** Returns true for a filter without a period. */
export function isUntimed(filter: Filter): boolean {
  return timesOf(filter, "since").length === 0 && timesOf(filter, "until").length === 0;
}

/**
 * Returns the period allowed by the times of a filter, or null. Without times, returns the shortest period up to now
 * with all deliveries of the last hour. A period up to now consists of whole buckets, so that its bars stay the same
 * while nothing arrives.
 * @param oldestMs time of the oldest match of the last hour, or null
 */
export function periodOf(filter: Filter, nowMs: number, oldestMs: number | null): Period | null {
  if (isUntimed(filter)) return recentPeriod(nowMs, oldestMs);
  const [since, until] = [timesOf(filter, "since"), timesOf(filter, "until")];
  const endMs = Math.min(...until, nowMs);
  const startMs = Math.max(...since, since.length === 0 ? endMs - hourMs : Number.NEGATIVE_INFINITY);
  if (startMs >= endMs) return null;
  if (until.length > 0) return { fromMs: startMs, toMs: endMs, untilNowMs: null };
  // One bucket more than the period: the last one has only begun.
  const wholeMs = (endMs - startMs) / (countedBuckets - 1);
  const stepMs = Math.max(secondMs, Math.ceil(wholeMs / secondMs) * secondMs);
  return movingPeriod(endMs, stepMs, endMs - startMs);
}

function recentPeriod(nowMs: number, oldestMs: number | null): Period {
  const periods = recentLengths.map((lengthMs) => movingPeriod(nowMs, lengthMs / countedBuckets, lengthMs));
  const hour = movingPeriod(nowMs, hourMs / countedBuckets, hourMs);
  return (oldestMs === null ? undefined : periods.find(({ fromMs }) => fromMs <= oldestMs)) ?? hour;
}

/** Returns the period whose last bucket contains a time. */
function movingPeriod(endMs: number, stepMs: number, untilNowMs: number): Period {
  const toMs = (Math.floor(endMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - countedBuckets * stepMs, toMs, untilNowMs };
}
