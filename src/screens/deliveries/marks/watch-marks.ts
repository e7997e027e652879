import { coalesce } from "../../../async/coalesce.ts";
import { report } from "../../../tui/report.ts";
import type { App } from "../../app.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { isFolding, rowFilter } from "../state/folding.ts";
import { hasWords, marksSlice, setMarks } from "../state/marks.ts";

/**
 * Counts marks outside the list's filter, and finds marked rows by words, after each change of marks, filter or
 * loaded rows. Returns a function that ends the watch.
 */
export function watchMarks({ store, services }: App): () => void {
  const fail = (error: unknown) => report(store, error);

  const countOutside = coalesce(async () => {
    const { seqs } = marksSlice.get(store.get());
    const filter = rowFilter(deliveriesSlice.get(store.get()));
    const isShown = seqs.length > 0 && filter.terms.length > 0;
    const inside = isShown ? await services.reader.matching(filter, seqs) : seqs;
    if (marksSlice.get(store.get()).seqs !== seqs || rowFilter(deliveriesSlice.get(store.get())) !== filter)
      return;
    const outside = seqs.length - inside.length;
    if (outside !== marksSlice.get(store.get()).outside) store.dispatch(setMarks({ outside }));
  }, fail);

  const findRows = coalesce(async () => {
    const { all } = marksSlice.get(store.get());
    const { rows, filter } = deliveriesSlice.get(store.get());
    if (all === null || !hasWords(all.filter) || filter.text === all.filter.text) return;
    const found = await services.reader.matching(
      all.filter,
      rows.map(({ seq }) => seq),
    );
    if (marksSlice.get(store.get()).all?.filter === all.filter) store.dispatch(setMarks({ found }));
  }, fail);

  let knownMarks = marksSlice.get(store.get());
  let known = deliveriesSlice.get(store.get());
  return store.subscribe(() => {
    const marks = marksSlice.get(store.get());
    const deliveries = deliveriesSlice.get(store.get());
    const isFiltered = rowFilter(deliveries) !== rowFilter(known);
    const areOtherRows = deliveries.rows !== known.rows;
    // A new try folds a marked one away.
    const isCounted = isFiltered || marks.seqs !== knownMarks.seqs || (areOtherRows && isFolding(deliveries));
    const isSearched = isFiltered || marks.all !== knownMarks.all || areOtherRows;
    // Before the calls, which may change the state at once.
    knownMarks = marks;
    known = deliveries;
    if (isCounted) countOutside();
    if (isSearched) findRows();
  });
}
