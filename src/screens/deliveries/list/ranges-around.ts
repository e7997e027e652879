import type { Delivery } from "../../../model/delivery.ts";

/** Rows of the log from a seq on, towards older ones. */
export interface SeqRange {
  readonly from: number;
  readonly limit: number;
}

/** Maximum distance of two rows that share a range: reading some rows more costs less than a query. */
const maxGap = 100;

/** Returns ranges of the log that contain rows, newest first. Rows of a filter or an order may be far apart. */
export function rangesAround(rows: readonly Delivery[]): readonly SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const { seq } of rows.toSorted((one, other) => other.seq - one.seq)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.from - last.limit - seq < maxGap) {
      ranges[ranges.length - 1] = { from: last.from, limit: last.from - seq + 1 };
    } else ranges.push({ from: seq, limit: 1 });
  }
  return ranges;
}
