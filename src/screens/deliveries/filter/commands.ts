import { act, actInField } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { isCanceled } from "../../../tui/report.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { showScreen } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { filterHistorySlice } from "../../filter-history.ts";
import type { DeliveriesCommand } from "../running.ts";
import {
  deliveriesSlice,
  filterCanceled,
  filterOpened,
  filterRecalled,
  filterReplaced,
  foldingToggled,
  setDeliveries,
} from "../state/deliveries.ts";
import { clearMarks, hasMarks } from "../state/marks.ts";
import { filterSuggestions, setSeenValues } from "./suggestions.ts";
import { toggledTerm } from "./terms.ts";
import { finishTyping } from "./typed-filter.ts";

/** Opens the filter line, and reads the values for its completion. */
async function openFilter({ store, services }: App): Promise<void> {
  store.dispatch(filterOpened());
  store.dispatch(zoomed("deliveries", 0));
  try {
    store.dispatch(setSeenValues({ values: await services.reader.seenValues() }));
  } catch (error) {
    // The next opening reads them again.
    if (!isCanceled(error)) throw error;
  }
}

/** Shows the screen with the deliveries that match a filter. */
export function showMatching({ store }: App, filter = ""): void {
  store.dispatch(showScreen("deliveries"));
  store.dispatch(filterReplaced(filter));
  store.dispatch(setDeliveries({ following: true }));
}

/** Commands of the filter of deliveries. */
export const filterCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.filter",
    scope: "deliveries",
    ...act("filter"),
    title: "Filter deliveries",
    footerLabel: "filter",
    run: openFilter,
  },
  {
    id: "deliveries.clear-filter",
    scope: "deliveries",
    ...act("back"),
    title: "Clear marks, then the filter",
    disabledReason: (state) =>
      hasMarks(state) || deliveriesSlice.get(state).field.value !== "" ? null : "no filter is set",
    run: ({ store }) => store.dispatch(hasMarks(store.get()) ? clearMarks() : filterReplaced("")),
  },
  {
    id: "deliveries.fold-tries",
    scope: "deliveries",
    ...act("moreGroups"),
    title: "Fold or unfold tries",
    run({ store, running }) {
      const { filter } = deliveriesSlice.get(store.get());
      if (filter.terms.length === 0) {
        store.dispatch(foldingToggled());
        running.refresh();
        // A filter searches all tries, unless a term of it does not.
      } else store.dispatch(filterReplaced(toggledTerm(filter.text, "is:latest")));
    },
  },
  {
    id: "deliveries.show-matching",
    scope: internal,
    keys: [],
    title: "Show deliveries matching a filter",
    run: showMatching,
  },
  {
    id: "filter.done",
    scope: "filter-line",
    ...act("open"),
    title: "Apply the filter",
    footerLabel: "apply",
    run: ({ store }) => finishTyping(store),
  },
  {
    id: "filter.older",
    scope: "filter-line",
    ...actInField("up"),
    title: "Recall an older filter",
    footerLabel: "older",
    disabledReason: (state) => (recallable(state, 1) === null ? "no older filter was applied" : null),
    run: recall(1),
  },
  {
    id: "filter.newer",
    scope: "filter",
    ...actInField("down"),
    title: "Recall newer filter, or apply",
    run(app) {
      const { store } = app;
      if (deliveriesSlice.get(store.get()).recalled === null) finishTyping(store);
      else recall(-1)(app);
    },
  },
  {
    id: "filter.complete",
    scope: "filter",
    ...act("nextPane"),
    title: "Take the first suggestion",
    footerLabel: "complete",
    disabledReason: (state) => (filterSuggestions(state) === null ? "there are no suggestions" : null),
    run({ store }) {
      const list = filterSuggestions(store.get());
      if (list !== null) store.dispatch(list.take(0));
    },
  },
  {
    id: "filter.suggest",
    scope: "filter",
    ...act("suggest"),
    title: "Show suggestions for the filter",
    run: ({ store }) => store.dispatch(setDeliveries({ suggestions: { chosen: null } })),
  },
  {
    id: "filter.clear",
    scope: "filter-line",
    ...act("back"),
    title: "Restore the previous filter",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(filterCanceled()),
  },
];

/** Returns the filter at a step of the history; null beyond its end. */
function recallable(state: AppState, step: 1 | -1): { readonly text: string; readonly index: number } | null {
  const { field, recalled } = deliveriesSlice.get(state);
  const { texts } = filterHistorySlice.get(state);
  for (let index = (recalled?.index ?? -1) + step; index < texts.length; index += step) {
    const text = texts[index];
    if (text === undefined) return null;
    if (text !== field.value.trim()) return { text, index };
  }
  return null;
}

/** Returns a function that shows an older or newer filter of the history, and the typed text after the newest one. */
function recall(step: 1 | -1): (app: App) => void {
  return ({ store }) => {
    const { field, recalled } = deliveriesSlice.get(store.get());
    const typed = recalled?.typed ?? field.value;
    const found = recallable(store.get(), step);
    if (found !== null) store.dispatch(filterRecalled(found.text, { index: found.index, typed }));
    else if (step === -1) store.dispatch(filterRecalled(typed, null));
  };
}
