import type { Delivery } from "../../../model/delivery.ts";
import { type Filter, matchesFilter } from "../../../model/filter.ts";
import type { Selection } from "../../../store/selection.ts";
import { memo } from "../../../text/memo.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";
import { deliveriesSlice, requireSelection, selectedDelivery } from "./deliveries.ts";

/** All deliveries that match a filter, without those after `untilSeq`. */
export interface AllMatching {
  readonly filter: Filter;
  readonly untilSeq: number;
  /** Number of matches; null until counted. */
  readonly count: number | null;
}

/** Marks of deliveries: single ones, or all that match a filter. */
export interface DeliveryMarks {
  /** Marked one by one, in the order of marking; empty while all are marked. */
  readonly seqs: readonly number[];
  readonly all: AllMatching | null;
  /** Number of single marks outside of the filter of the list; null until counted. */
  readonly outside: number | null;
  /** Marked loaded rows while `all` has words, which rows lack, and the list has another filter. */
  readonly found: readonly number[];
}

const noMarks: DeliveryMarks = { seqs: [], all: null, outside: null, found: [] };

export const marksSlice = createSlice("deliveryMarks", noMarks, {
  clearMarks: () => noMarks,
  /** Marks a delivery, or removes its mark. */
  toggleMark: (marks, seq: number): DeliveryMarks => ({
    ...marks,
    seqs: marks.seqs.includes(seq) ? marks.seqs.filter((one) => one !== seq) : [...marks.seqs, seq],
    all: null,
  }),
  /** Adds marks; the next range starts at the last one. */
  addMarks: (marks, seqs: readonly number[]): DeliveryMarks => ({
    ...marks,
    seqs: [...marks.seqs.filter((seq) => !seqs.includes(seq)), ...seqs],
    all: null,
  }),
  markAll: (_, all: AllMatching): DeliveryMarks => ({ ...noMarks, all }),
});
export const { set: setMarks, clearMarks, toggleMark, addMarks, markAll } = marksSlice.actions;

/** Returns true if only the log can match the filter: rows contain no words. */
export function hasWords({ terms }: Filter): boolean {
  return terms.some(({ match }) => match.kind === "words");
}

/** Returns true if a delivery is marked. */
export function hasMarks(state: AppState): boolean {
  const { seqs, all } = marksSlice.get(state);
  return all !== null || seqs.length > 0;
}

/** Returns the number of marked deliveries, also outside of the list's filter; null until they are counted. */
export function markedCount(state: AppState): number | null {
  const { seqs, all } = marksSlice.get(state);
  return all === null ? seqs.length : all.count;
}

/** Returns the marked deliveries, otherwise the selected one, or null. */
export function actedOn(state: AppState): Selection | null {
  const { seqs, all } = marksSlice.get(state);
  if (all !== null) return { filter: all.filter, untilSeq: all.untilSeq };
  if (seqs.length > 0) return { seqs };
  const selected = selectedDelivery(state);
  return selected === null ? null : { seqs: [selected.seq] };
}

/** Returns the reason without marked or selected deliveries, or null. */
export const requireActedOn = (state: AppState): string | null =>
  requireFilter(state) ?? (hasMarks(state) ? null : requireSelection(state));

/** Returns the reason if the typed filter is not applied, or null. */
export const requireFilter = (state: AppState): string | null =>
  deliveriesSlice.get(state).filterError === null ? null : "the typed filter has an error";

const setOf = memo((seqs: readonly number[]): ReadonlySet<number> => new Set(seqs));

/** Returns a function that tests rows of the list for a mark. */
export function markTest(state: AppState): (row: Delivery) => boolean {
  const { seqs, all, found } = marksSlice.get(state);
  if (all !== null) {
    const isFilterOfList = deliveriesSlice.get(state).filter.text === all.filter.text;
    const isFound = hasWords(all.filter)
      ? (row: Delivery) => found.includes(row.seq)
      : (row: Delivery) => matchesFilter(all.filter, row, () => "");
    return (row) => row.seq <= all.untilSeq && (isFilterOfList || isFound(row));
  }
  if (seqs.length === 0) return () => false;
  const marked = setOf(seqs);
  return ({ seq }) => marked.has(seq);
}
