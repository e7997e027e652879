import { completed, type OpenCompletion, opened } from "../../../tui/completion.ts";
import type { SuggestionList } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { completeState } from "../select/filter.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/** Returns the completion of the filter's states; null while closed or empty. */
export function openStates(state: AppState): OpenCompletion | null {
  const { filter, editingFilter, suggestions, baseline } = policiesSlice.get(state);
  if (!editingFilter || suggestions === null) return null;
  return opened(completeState(filter.value, filter.caret, baseline), suggestions.chosen);
}

/** Returns the open suggestions of the filter for their commands, or null. */
export function stateSuggestions(state: AppState): SuggestionList | null {
  const list = openStates(state);
  if (list === null) return null;
  const { filter } = policiesSlice.get(state);
  return {
    count: list.suggestions.length,
    chosen: list.chosen,
    choose: (chosen) => setPolicies({ suggestions: { chosen } }),
    take(index) {
      const suggestion = list.suggestions[index];
      const field = suggestion === undefined ? filter : completed(filter, list, suggestion);
      return setPolicies({ filter: field, suggestions: { chosen: null }, top: 0 });
    },
    close: () => setPolicies({ suggestions: null }),
  };
}
