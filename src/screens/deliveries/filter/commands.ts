import { internal, type Command } from "../../../tui/commands/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { showScreen } from "../../../tui/state/nav.ts";
import type { DeliveriesEffects } from "../effects.ts";
import { clearMarks, hasMarks } from "../marks/marks.ts";
import {
  deliveriesSlice,
  filterCanceled,
  filterOpened,
  filterReplaced,
  filterTyped,
  setDeliveries,
} from "../state.ts";

/** Commands of the filter of deliveries. */
export const filterCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.filter",
    scope: "deliveries",
    keys: ["/"],
    title: "Filter deliveries",
    footerLabel: "filter",
    run({ store }) {
      store.dispatch(filterOpened());
      store.dispatch(zoomed("deliveries", 0));
    },
  },
  {
    id: "deliveries.clear-filter",
    scope: "deliveries",
    keys: ["esc"],
    title: "Clear the marks, then the filter",
    disabledReason: (state) =>
      hasMarks(state) || deliveriesSlice.get(state).field.value !== "" ? null : "no filter is set",
    run: ({ store }) => store.dispatch(hasMarks(store.get()) ? clearMarks() : filterReplaced("")),
  },
  {
    id: "deliveries.show-matching",
    scope: internal,
    keys: [],
    title: "Show deliveries matching a filter",
    run({ store }, filter = "") {
      store.dispatch(showScreen("deliveries"));
      store.dispatch(filterReplaced(filter));
      store.dispatch(setDeliveries({ following: true }));
    },
  },
  {
    id: "filter.done",
    scope: "filter",
    keys: ["enter", "down"],
    title: "Apply the filter",
    footerLabel: "apply",
    run: ({ store }) => store.dispatch(filterTyped()),
  },
  {
    id: "filter.clear",
    scope: "filter",
    keys: ["esc"],
    title: "Clear the filter",
    footerLabel: "clear",
    run: ({ store }) => store.dispatch(filterCanceled()),
  },
];
