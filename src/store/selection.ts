import type { Filter } from "../model/filter.ts";
import type { DeliveryReader } from "./delivery-log.ts";

/** Deliveries to act on: those of these numbers, or all that match a filter up to a seq. */
export type Selection =
  | { readonly seqs: readonly number[] }
  | { readonly filter: Filter; readonly untilSeq: number };

/** Rows read at once. */
const pageRows = 1_000;

/** Yields the seqs of a selection, oldest first, with one page of rows in memory. */
export async function* selectionSeqs(
  reader: Pick<DeliveryReader, "page">,
  selection: Selection,
): AsyncGenerator<number> {
  if ("seqs" in selection) {
    yield* selection.seqs.toSorted((one, other) => one - other);
    return;
  }
  const { filter, untilSeq } = selection;
  for (let from = 1; from <= untilSeq;) {
    const { rows, more } = await reader.page({ filter, from, direction: "newer", limit: pageRows });
    for (const { seq } of rows.toReversed()) if (seq <= untilSeq) yield seq;
    const newest = rows[0]?.seq;
    if (!more || newest === undefined) return;
    from = newest + 1;
  }
}
