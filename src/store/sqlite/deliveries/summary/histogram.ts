import type { DatabaseSync } from "node:sqlite";
import type { Outcome } from "../../../../model/delivery.ts";
import type { Filter } from "../../../../model/filter.ts";
import type { Histogram, HistogramQuery, OutcomeCounts } from "../../../delivery-log.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";
import { partsFor, rangesOf, type SeqRange } from "./candidates.ts";
import { blockSize } from "./summarize.ts";

/** Maximum number of blocks that are read to count matches; more are sampled evenly. */
const countedBlocks = 96;
/** Maximum number of blocks that are read for durations. */
const timedBlocks = 12;

/**
 * Counts the deliveries of a period by outcome.
 * @param matching condition of the words of the filter; null if it has none
 */
export function histogramOf(
  db: DatabaseSync,
  query: HistogramQuery,
  matching: SqlCondition | null = null,
): Histogram {
  const clipped = clip(query);
  const width = (query.toMs - query.fromMs) / query.buckets;
  const filter: Filter = {
    text: "",
    terms: [...query.filter.terms, term("since", clipped.fromMs), term("until", clipped.toMs)],
  };
  const column = columnCondition(filter);
  const condition: SqlCondition =
    matching === null
      ? column
      : { sql: `${column.sql} AND ${matching.sql}`, params: [...column.params, ...matching.params] };
  const pieces = rangesOf(partsFor(db, filter)).flatMap((range) => piecesOf(range, lastSeq(db)));
  const durations = durationsIn(db, sample(pieces, timedBlocks), condition);
  const isPlain =
    matching === null && query.filter.terms.every(({ match, negated }) => !negated && isTime(match.kind));
  const counted = isPlain ? null : sample(pieces, countedBlocks);
  return {
    buckets:
      counted === null
        ? plainCounts(db, query, clipped, width)
        : sampledCounts(db, query, width, counted, condition, pieces.length / Math.max(1, counted.length)),
    exact: counted === null || counted.length === pieces.length,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  };
}

function isTime(kind: string): boolean {
  return kind === "since" || kind === "until";
}

function term(kind: "since" | "until", atMs: number): Filter["terms"][number] {
  return { negated: false, span: [0, 0], match: { kind, atMs } };
}

/** Returns the part of the period that the times of the filter allow. */
function clip({ filter, fromMs, toMs }: HistogramQuery): { readonly fromMs: number; readonly toMs: number } {
  const times = (kind: "since" | "until"): readonly number[] =>
    filter.terms.flatMap(({ match, negated }) => (match.kind === kind && !negated ? [match.atMs] : []));
  return { fromMs: Math.max(fromMs, ...times("since")), toMs: Math.min(toMs, ...times("until")) };
}

/** Counts without other terms than times, from the index of outcomes. */
function plainCounts(
  db: DatabaseSync,
  { fromMs, buckets }: HistogramQuery,
  clipped: { readonly fromMs: number; readonly toMs: number },
  width: number,
): readonly OutcomeCounts[] {
  const count = db.prepare(
    "SELECT count(*) AS n FROM deliveries INDEXED BY deliveries_by_outcome WHERE outcome = ? AND received_at >= ? AND received_at < ?",
  );
  return Array.from({ length: buckets }, (_, index) => {
    const low = Math.max(clipped.fromMs, fromMs + index * width);
    const high = Math.min(clipped.toMs, fromMs + (index + 1) * width);
    return countsBy((outcome) => (low < high ? Number(count.get(outcome, low, high)?.["n"]) : 0));
  });
}

function sampledCounts(
  db: DatabaseSync,
  { fromMs, buckets }: HistogramQuery,
  width: number,
  ranges: readonly SeqRange[],
  { sql, params }: SqlCondition,
  weight: number,
): readonly OutcomeCounts[] {
  const select = db.prepare(
    `SELECT CAST((d.received_at - ?) / ? AS INTEGER) AS bucket, d.outcome, count(*) AS n
     FROM deliveries AS d WHERE d.seq BETWEEN ? AND ? AND ${sql} GROUP BY 1, 2`,
  );
  const totals = new Map<string, number>();
  for (const { low, high } of ranges) {
    for (const { bucket, outcome, n } of select.all(fromMs, width, low, high, ...params)) {
      // Rounding may put the last millisecond behind the last bucket.
      const key = `${Math.min(Number(bucket), buckets - 1)} ${String(outcome)}`;
      totals.set(key, (totals.get(key) ?? 0) + Number(n));
    }
  }
  return Array.from({ length: buckets }, (_, index) =>
    countsBy((outcome) => Math.round((totals.get(`${index} ${outcome}`) ?? 0) * weight)),
  );
}

function countsBy(count: (outcome: Outcome) => number): OutcomeCounts {
  return {
    pending: count("pending"),
    accepted: count("accepted"),
    rejected: count("rejected"),
    handled: count("handled"),
    failed: count("failed"),
    interrupted: count("interrupted"),
    superseded: count("superseded"),
  };
}

/** Splits a range into pieces of a block. */
function piecesOf({ low, high }: SeqRange, last: number): readonly SeqRange[] {
  const end = Math.min(high, last);
  return Array.from({ length: Math.max(0, Math.ceil((end - low + 1) / blockSize)) }, (_, index) => ({
    low: low + index * blockSize,
    high: Math.min(end, low + (index + 1) * blockSize - 1),
  }));
}

function lastSeq(db: DatabaseSync): number {
  return Number(db.prepare("SELECT max(seq) AS seq FROM deliveries").get()?.["seq"] ?? 0);
}

/** Returns at most `count` of the ranges, at even distances. */
function sample(ranges: readonly SeqRange[], count: number): readonly SeqRange[] {
  if (ranges.length <= count) return ranges;
  return Array.from(
    { length: count },
    (_, index) => ranges[Math.floor(((index + 0.5) * ranges.length) / count)],
  ).filter((range) => range !== undefined);
}

/** Returns the durations of the matches in the ranges, ascending. */
function durationsIn(
  db: DatabaseSync,
  ranges: readonly SeqRange[],
  { sql, params }: SqlCondition,
): readonly number[] {
  const select = db.prepare(
    `SELECT d.duration_ms AS ms FROM deliveries AS d WHERE d.seq BETWEEN ? AND ? AND d.duration_ms IS NOT NULL AND ${sql}`,
  );
  return ranges
    .flatMap(({ low, high }) => select.all(low, high, ...params).map(({ ms }) => Number(ms)))
    .toSorted((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}
