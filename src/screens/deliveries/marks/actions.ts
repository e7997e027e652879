import type { Command } from "../../../tui/commands/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { deliveriesLayout } from "../layout.ts";
import { selectedIndex } from "../list/window.ts";
import type { DeliveriesEffects } from "../start.ts";
import { deliveriesSlice, needsSelection, selectedDelivery, selectIndex } from "../state.ts";
import { clearMarks, marksSlice, needsFilter, toggleMark } from "./marks.ts";

/** Explains why single marks cannot change while all matching deliveries are marked. */
const needsSingleMarks = (state: AppState): string | null =>
  needsSelection(state) ?? (marksSlice.get(state).all === null ? null : "all matching deliveries are marked");

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

/** Commands that mark deliveries. */
export const markCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.mark",
    scope: "deliveries",
    keys: ["space"],
    title: "Mark the selected delivery",
    footerLabel: "mark",
    disabledReason: needsSingleMarks,
    run({ store, effects }) {
      const { loaded, lastWanted } = deliveriesSlice.get(store.get());
      // A jump that reads rows is on its way to the row that is meant.
      if (lastWanted || !loaded) return effects.moved().then(() => markSelected(store));
      return markSelected(store);
    },
  },
  {
    id: "deliveries.mark-range",
    scope: "deliveries",
    keys: ["V"],
    title: "Mark from the last mark",
    disabledReason: (state) =>
      needsSingleMarks(state) ?? (marksSlice.get(state).seqs.length === 0 ? "no delivery is marked" : null),
    run: ({ effects }) => effects.markRange(),
  },
  {
    id: "deliveries.mark-matching",
    scope: "deliveries",
    keys: ["A"],
    title: "Mark all matching deliveries",
    disabledReason: (state) =>
      needsFilter(state) ??
      (marksSlice.get(state).all === null && deliveriesSlice.get(state).rows.length === 0
        ? "no delivery matches the filter"
        : null),
    run({ store, effects }) {
      if (marksSlice.get(store.get()).all === null) effects.markMatching();
      else store.dispatch(clearMarks());
    },
  },
];
