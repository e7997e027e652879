import type { Command } from "../../../tui/commands/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { DeliveriesEffects } from "../start.ts";
import { needsSelection } from "../state.ts";
import { loadedHistogram } from "./state.ts";
import { isHistogramShown } from "./watch-histogram.ts";

const needsHistogram = (state: AppState): string | null => {
  if (!isHistogramShown(state)) return "the histogram needs deliveries and a larger list";
  return loadedHistogram(state) === null ? "the histogram is not loaded yet" : needsSelection(state);
};

/** Commands of the histogram above the list of deliveries. */
export const histogramCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.previous-peak",
    scope: "deliveries",
    keys: ["<"],
    title: "Go to the previous peak",
    disabledReason: needsHistogram,
    run: ({ effects }) => effects.goToPeak("previous"),
  },
  {
    id: "deliveries.next-peak",
    scope: "deliveries",
    keys: [">"],
    title: "Go to the next peak",
    disabledReason: needsHistogram,
    run: ({ effects }) => effects.goToPeak("next"),
  },
];
