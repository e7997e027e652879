import type { SeenValue } from "../../../store/delivery-log.ts";
import { fitLine, type Line, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { completed, type OpenCompletion, opened } from "../../../tui/completion.ts";
import { suggestionRows } from "../../../tui/components/suggestion-rows.ts";
import type { SuggestionList } from "../../../tui/records/screen.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { filterLabelColumns } from "../head/filter-error.ts";
import { deliveriesSlice, filterEdited, setDeliveries } from "../state/deliveries.ts";
import { completeFilter } from "./complete-filter.ts";

/** Values of deliveries, read when the filter line opened. */
export const seenValuesSlice = createSlice("seenValues", { values: [] as readonly SeenValue[] }, {});
export const { set: setSeenValues } = seenValuesSlice.actions;

/** Returns the completion of the filter line; null while closed or empty. */
function openCompletion(state: AppState): OpenCompletion | null {
  const { field, editingFilter, suggestions } = deliveriesSlice.get(state);
  if (!editingFilter || suggestions === null) return null;
  const completion = completeFilter(field.value, field.caret, {
    seen: seenValuesSlice.get(state).values,
    saved: savedFiltersSlice.get(state).filters,
  });
  return opened(completion, suggestions.chosen);
}

/** Returns the open suggestions of the filter line for their commands, or null. */
export function filterSuggestions(state: AppState): SuggestionList | null {
  const list = openCompletion(state);
  if (list === null) return null;
  const { field } = deliveriesSlice.get(state);
  return {
    count: list.suggestions.length,
    chosen: list.chosen,
    precededBy: "filter-line",
    choose: (chosen) => setDeliveries({ suggestions: { chosen } }),
    take(index) {
      const suggestion = list.suggestions[index];
      return filterEdited(suggestion === undefined ? field : completed(field, list, suggestion));
    },
    close: () => setDeliveries({ suggestions: null }),
  };
}

/** Draws the open suggestions below the text of the filter line; no rows without any. */
export function filterSuggestionRows(state: AppState, { columns, rows }: Size): readonly Line[] {
  const list = openCompletion(state);
  if (list === null) return [];
  const indent = Math.max(2, Math.min(filterLabelColumns + list.start, Math.floor(columns / 2)));
  const drawn = suggestionRows(list, { width: columns, indent, rows: Math.max(1, rows - 3) });
  if (drawn.hidden === 0) return drawn.rows;
  const first = (list.chosen ?? 0) - drawn.lastRow + 1;
  const last = first + drawn.rows.length - 1;
  const position = v`${" ".repeat(indent)}${first}-${last} of ${list.suggestions.length}`;
  return [...drawn.rows, fitLine(line(span(position, "muted")), columns)];
}
