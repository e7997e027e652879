import { internal } from "../../../tui/records/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { withTerm } from "../filter/terms.ts";
import { loadedHistogram } from "../histogram/state.ts";
import type { DeliveriesCommand } from "../running.ts";
import { deliveriesSlice, filterReplaced, requireSelection } from "../state/deliveries.ts";
import { goToPeak, isHistogramShown } from "./watch-histogram.ts";

const requireHistogram = (state: AppState): string | null => {
  if (!isHistogramShown(state)) return "the histogram needs deliveries and a larger list";
  return loadedHistogram(state) === null ? "the histogram is not loaded yet" : requireSelection(state);
};

/** Commands of the histogram above the list of deliveries. */
export const histogramCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.previous-peak",
    scope: "deliveries",
    keys: [],
    title: "Go to the previous peak",
    disabledReason: requireHistogram,
    run: (app) => goToPeak(app, "previous"),
  },
  {
    id: "deliveries.next-peak",
    scope: "deliveries",
    keys: [],
    title: "Go to the next peak",
    disabledReason: requireHistogram,
    run: (app) => goToPeak(app, "next"),
  },
  {
    id: "deliveries.show-period",
    scope: internal,
    keys: [],
    title: "Filter by a period",
    /** @param argument times in milliseconds since 1970, of which the first and the last limit the period */
    run({ store }, argument = "") {
      const times = argument.split(" ").map(Number);
      const [from, to] = [Math.min(...times), Math.max(...times)].map((atMs) =>
        new Date(atMs).toISOString().replace(".000Z", "Z"),
      );
      const { text } = deliveriesSlice.get(store.get()).filter;
      store.dispatch(filterReplaced(withTerm(withTerm(text, `since:${from}`, false), `until:${to}`, false)));
    },
  },
];
