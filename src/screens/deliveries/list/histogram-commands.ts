import type { AppState } from "../../../tui/state/slice.ts";
import { loadedHistogram } from "../histogram/state.ts";
import type { DeliveriesCommand } from "../running.ts";
import { requireSelection } from "../state/deliveries.ts";
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
    keys: ["<"],
    title: "Go to the previous peak",
    disabledReason: requireHistogram,
    run: (app) => goToPeak(app, "previous"),
  },
  {
    id: "deliveries.next-peak",
    scope: "deliveries",
    keys: [">"],
    title: "Go to the next peak",
    disabledReason: requireHistogram,
    run: (app) => goToPeak(app, "next"),
  },
];
