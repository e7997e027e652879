import { failedOutcomes, type Outcome } from "../../../model/delivery.ts";
import { countedBuckets } from "./period.ts";
import type { LoadedHistogram } from "./state.ts";

/** Bar of the histogram. */
export interface Bucket {
  readonly fromMs: number;
  /** End, exclusive. */
  readonly toMs: number;
  readonly deliveries: number;
  readonly failures: number;
}

/** Numbers of bars that divide the counted buckets evenly. */
const barCounts = [countedBuckets, 30, 20, 15, 12];

/** Joins the counted buckets into as many bars as fit a width; none if too few do. */
export function bucketsIn({ histogram, period }: LoadedHistogram, columns: number): readonly Bucket[] {
  const bars = barCounts.find((count) => count <= columns) ?? 0;
  const joined = countedBuckets / bars;
  const stepMs = (period.toMs - period.fromMs) / bars;
  return Array.from({ length: bars }, (_, index) => {
    const counts = histogram.buckets.slice(index * joined, (index + 1) * joined);
    const sum = (wanted: readonly Outcome[]) =>
      counts.reduce((total, one) => wanted.reduce((part, outcome) => part + one[outcome], total), 0);
    return {
      fromMs: period.fromMs + index * stepMs,
      toMs: period.fromMs + (index + 1) * stepMs,
      deliveries: counts.reduce((total, one) => total + totalOf(one), 0),
      failures: sum(failedOutcomes),
    };
  });
}

function totalOf(counts: Readonly<Record<Outcome, number>>): number {
  return Object.values(counts).reduce((total, one) => total + one, 0);
}

/**
 * Returns the nearest peak before or after a time; null if there is none. A peak has more deliveries than the bucket
 * before it, no fewer than the one after it, and at least as many as the average.
 */
export function nearestPeak(
  buckets: readonly Bucket[],
  atMs: number,
  direction: "previous" | "next",
): Bucket | null {
  const average = buckets.reduce((sum, { deliveries }) => sum + deliveries, 0) / buckets.length;
  const peaks = buckets.filter(
    ({ deliveries }, index) =>
      deliveries > (buckets[index - 1]?.deliveries ?? 0) &&
      deliveries >= (buckets[index + 1]?.deliveries ?? 0) &&
      deliveries >= average,
  );
  return (
    (direction === "previous"
      ? peaks.findLast(({ toMs }) => toMs <= atMs)
      : peaks.find(({ fromMs }) => fromMs > atMs)) ?? null
  );
}
