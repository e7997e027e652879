import { count } from "../../../text/numbers.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import type { FeatureContext } from "../../context.ts";
import { deliveriesSlice, selectedDelivery } from "../state.ts";
import { addMarks, markAll, marksSlice } from "./marks.ts";

export interface MarkEffects {
  /** Marks the rows of the list from the last marked one to the selected one. */
  markRange(): void;
  /** Marks all deliveries of the log that match the filter of the list. */
  markMatching(): void;
}

/** Maximum rows of a range, whose marks are stored one by one. */
const maxRange = 10_000;

export function createMarkEffects({ store, services }: FeatureContext): MarkEffects {
  const fail = (error: unknown) => report(store, error);

  async function markRange() {
    const { filter, rows } = deliveriesSlice.get(store.get());
    const start = marksSlice.get(store.get()).seqs.at(-1);
    const end = selectedDelivery(store.get())?.seq;
    if (start === undefined || end === undefined) return;
    const [first, last] = [
      rows.findIndex(({ seq }) => seq === start),
      rows.findIndex(({ seq }) => seq === end),
    ];
    const isLoaded = first !== -1 && last !== -1;
    if (!isLoaded && sortOf(store.get(), "deliveries") !== null) {
      showMessage(store, "warn", "A range of a sorted list needs both of its ends near each other.");
      return;
    }
    const [newest, oldest] = [Math.max(start, end), Math.min(start, end)];
    const seqs = isLoaded
      ? rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ seq }) => seq)
      : (await services().reader.page({ filter, from: newest, direction: "older", limit: maxRange + 1 })).rows
          .map(({ seq }) => seq)
          .filter((seq) => seq >= oldest);
    if (seqs.length > maxRange) {
      showMessage(store, "warn", `A range has at most ${count(maxRange)} rows; filter and mark all instead.`);
      return;
    }
    // The selected row is last, so that the next range continues there.
    store.dispatch(addMarks(seqs.at(-1) === end ? seqs : seqs.toReversed()));
  }

  async function countMatching() {
    const { all } = marksSlice.get(store.get());
    if (all === null) return;
    const counted = await services().reader.count(all.filter);
    if (marksSlice.get(store.get()).all === all) store.dispatch(markAll({ ...all, count: counted }));
  }

  return {
    markRange: () => void markRange().catch(fail),
    markMatching() {
      const { filter, lastSeq, matching, total } = deliveriesSlice.get(store.get());
      const known = filter.terms.length === 0 ? total : matching;
      store.dispatch(markAll({ filter, untilSeq: lastSeq, count: known }));
      countMatching().catch(fail);
    },
  };
}
