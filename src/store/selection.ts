import type { Delivery } from "../model/delivery.ts";
import type { Filter } from "../model/filter.ts";
import type { DeliveryReader } from "./delivery-log.ts";

/** Deliveries to act on: given numbers, or all matches of a filter up to a seq. */
export type Selection = { readonly seqs: readonly number[] } | Matching;

/** All deliveries that match a filter, up to a seq. */
export interface Matching {
  readonly filter: Filter;
  readonly untilSeq: number;
}

/** Rows read at once. */
const pageRows = 1_000;

/** Yields the seqs of a selection, oldest first, with one page of rows in memory. */
export async function* selectionSeqs(
  reader: Pick<DeliveryReader, "page">,
  selection: Selection,
): AsyncGenerator<number> {
  if ("seqs" in selection) yield* inOrder(selection.seqs);
  else for await (const rows of matchingPages(reader, selection)) yield* rows.map(({ seq }) => seq);
}

export function inOrder(seqs: readonly number[]): readonly number[] {
  return seqs.toSorted((one, other) => one - other);
}

/** Yields all rows that match a filter up to a seq, in pages, oldest first. */
export async function* matchingPages(
  reader: Pick<DeliveryReader, "page">,
  { filter, untilSeq }: Matching,
): AsyncGenerator<readonly Delivery[]> {
  for (let from = 1; from <= untilSeq;) {
    const { rows, more } = await reader.page({ filter, from, direction: "newer", limit: pageRows });
    yield rows.toReversed().filter(({ seq }) => seq <= untilSeq);
    const newest = rows[0]?.seq;
    if (!more || newest === undefined) return;
    from = newest + 1;
  }
}
