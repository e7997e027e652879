import { count } from "../../../text/numbers.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { App } from "../../app.ts";
import { deliveriesLayout } from "../layout.ts";
import type { DeliveriesCommand } from "../running.ts";
import { deliveriesSlice, requireSelection, selectedDelivery, selectIndex } from "../state/deliveries.ts";
import { rowFilter } from "../state/folding.ts";
import { addMarks, clearMarks, markAll, marksSlice, requireFilter, toggleMark } from "../state/marks.ts";
import { selectedIndex } from "../state/window.ts";

/** Explains why single marks cannot change while all matching deliveries are marked. */
const requireSingleMarks = (state: AppState): string | null =>
  requireSelection(state) ??
  (marksSlice.get(state).all === null ? null : "all matching deliveries are marked");

/** Marks the selected delivery and selects the next one. */
function markSelected(store: Store): void {
  const delivery = selectedDelivery(store.get());
  if (delivery === null) return;
  const { listRows } = deliveriesLayout(store.get());
  store.batch(() => {
    store.dispatch(toggleMark(delivery.seq));
    const next = selectedIndex(deliveriesSlice.get(store.get())) + 1;
    store.dispatch(selectIndex(next, listRows));
  });
}

/** Maximum rows of a range: marks are stored one by one. */
const maxRange = 10_000;

/** Marks the rows of the list from the last marked one to the selected one. */
async function markRange({ store, services }: App): Promise<void> {
  const { rows } = deliveriesSlice.get(store.get());
  const filter = rowFilter(deliveriesSlice.get(store.get()));
  const start = marksSlice.get(store.get()).seqs.at(-1);
  const end = selectedDelivery(store.get())?.seq;
  if (start === undefined || end === undefined) return;
  const [first, last] = [
    rows.findIndex(({ seq }) => seq === start),
    rows.findIndex(({ seq }) => seq === end),
  ];
  const isLoaded = first !== -1 && last !== -1;
  if (!isLoaded && sortOf(store.get(), "deliveries") !== null) {
    showMessage(store, "warn", "In a sorted list, both ends of a range must be close together.");
    return;
  }
  const [newest, oldest] = [Math.max(start, end), Math.min(start, end)];
  const seqs = isLoaded
    ? rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ seq }) => seq)
    : (await services.reader.page({ filter, from: newest, direction: "older", limit: maxRange + 1 })).rows
        .map(({ seq }) => seq)
        .filter((seq) => seq >= oldest);
  if (seqs.length > maxRange) {
    showMessage(store, "warn", `A range has at most ${count(maxRange)} rows; filter and mark all instead.`);
    return;
  }
  // The selected row is last, so that the next range continues there.
  store.dispatch(addMarks(seqs.at(-1) === end ? seqs : seqs.toReversed()));
}

/** Marks all deliveries of the log that match the filter of the list, and counts them. */
async function markMatching({ store, services }: App): Promise<void> {
  const { filter, lastSeq, matching, total } = deliveriesSlice.get(store.get());
  const known = filter.terms.length === 0 ? total : matching;
  store.dispatch(markAll({ filter, untilSeq: lastSeq, count: known }));
  const { all } = marksSlice.get(store.get());
  if (all === null) return;
  const counted = await services.reader.count(all.filter);
  if (marksSlice.get(store.get()).all === all) store.dispatch(markAll({ ...all, count: counted }));
}

/** Commands that mark deliveries. */
export const markCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.mark",
    scope: "deliveries",
    ...act("mark"),
    title: "Mark the selected delivery",
    footerLabel: "mark",
    disabledReason: requireSingleMarks,
    async run({ store, running }) {
      const { loaded, lastWanted } = deliveriesSlice.get(store.get());
      // A pending jump still has to read its rows.
      if (lastWanted || !loaded) await Promise.all([running.readLast.idle(), running.refresh.idle()]);
      markSelected(store);
    },
  },
  {
    id: "deliveries.mark-range",
    scope: "deliveries",
    ...act("markRange"),
    title: "Mark from the last mark",
    disabledReason: (state) =>
      requireSingleMarks(state) ?? (marksSlice.get(state).seqs.length === 0 ? "no delivery is marked" : null),
    run: markRange,
  },
  {
    id: "deliveries.mark-matching",
    scope: "deliveries",
    ...act("markAll"),
    title: "Mark all matching deliveries",
    disabledReason: (state) =>
      requireFilter(state) ??
      (marksSlice.get(state).all === null && deliveriesSlice.get(state).rows.length === 0
        ? "no delivery matches the filter"
        : null),
    run(app) {
      if (marksSlice.get(app.store.get()).all === null) return markMatching(app);
      return app.store.dispatch(clearMarks());
    },
  },
];
