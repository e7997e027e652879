import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { type Selection, selectionSeqs } from "../../../store/selection.ts";

/** Deliveries of one request to the receiver. */
const atOnce = 1_000;

/** Returns a filter restricted to deliveries with a waiting forward. */
function waitingOf({ text, terms }: Filter): Filter {
  const waits = { negated: false, span: [0, 0], match: { kind: "is", anyOf: ["waiting"] } } as const;
  return { text: `${text} is:waiting`, terms: [...terms, waits] };
}

/** Returns the selection without deliveries that do not wait; for single deliveries, the receiver skips them. */
function waitingIn(selection: Selection): Selection {
  return "seqs" in selection ? selection : { ...selection, filter: waitingOf(selection.filter) };
}

/** Counts the deliveries of a selection that wait. */
export async function countWaiting(reader: DeliveryReader, selection: Selection): Promise<number> {
  if (!("seqs" in selection)) return reader.count(waitingOf(selection.filter));
  const filter = waitingOf({ text: "", terms: [] });
  let counted = 0;
  for (const seq of selection.seqs) {
    const { rows } = await reader.page({ filter, from: seq, direction: "older", limit: 1 });
    if (rows[0]?.seq === seq) counted += 1;
  }
  return counted;
}

/** Passes the waiting deliveries of a selection to a function, oldest first. Returns the sum of its results. */
export async function eachWaiting(
  reader: DeliveryReader,
  selection: Selection,
  act: (seqs: readonly number[]) => Promise<number>,
): Promise<number> {
  let changed = 0;
  let seqs: number[] = [];
  for await (const seq of selectionSeqs(reader, waitingIn(selection))) {
    seqs.push(seq);
    if (seqs.length < atOnce) continue;
    changed += await act(seqs);
    seqs = [];
  }
  return seqs.length === 0 ? changed : changed + (await act(seqs));
}
