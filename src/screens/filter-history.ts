import { createSlice } from "../tui/state/slice.ts";

/** Applied filters of deliveries. */
export interface FilterHistory {
  /** Different texts, the last applied first. */
  readonly texts: readonly string[];
}

/** Maximum number of remembered filters. */
export const keptFilters = 100;

const noFilters: FilterHistory = { texts: [] };

/** History of the filter line, kept across app starts. */
export const filterHistorySlice = createSlice("filterHistory", noFilters, {
  /** Puts an applied filter first. */
  filterKept: (state, text: string): FilterHistory =>
    state.texts[0] === text
      ? state
      : { texts: [text, ...state.texts.filter((other) => other !== text)].slice(0, keptFilters) },
});
export const { set: setFilterHistory, filterKept } = filterHistorySlice.actions;
