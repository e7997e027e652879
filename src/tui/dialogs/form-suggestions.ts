import { commonStart, completed, type OpenCompletion, opened } from "../completion.ts";
import { type SuggestionPlace, suggestionRows, type SuggestionRows } from "../components/suggestion-rows.ts";
import type { SuggestionList } from "../records/screen.ts";
import type { AppState } from "../state/slice.ts";
import { editText, focusedInput, type Form, type FormState, type TextInput } from "./form.ts";

/** Open suggestions of a form's focused input. */
interface FormCompletion<D> extends OpenCompletion {
  readonly input: TextInput<D>;
}

/** Returns the open suggestions of a form, or null. */
function openCompletion<D extends FormState>(
  form: Pick<Form<D, never>, "inputs">,
  state: AppState,
  open: D,
): FormCompletion<D> | null {
  const input = focusedInput(form, open);
  if (open.suggestions === null || open.busy || input?.type !== "text") return null;
  const completion = input.complete?.(input.get(open), open, state);
  const list = completion === undefined ? null : opened(completion, open.suggestions.chosen);
  return list === null ? null : { ...list, input };
}

/** Returns the open suggestions of a form for their commands, or null. */
export function formSuggestions<D extends FormState>(
  form: Pick<Form<D, never>, "id" | "inputs" | "kind">,
  state: AppState,
  open: D,
): SuggestionList | null {
  const list = openCompletion(form, state, open);
  if (list === null) return null;
  const { kind } = form;
  return {
    count: list.suggestions.length,
    chosen: list.chosen,
    choose: (chosen) => kind.put({ ...open, suggestions: { chosen } }),
    take: (index) => kind.put(taken(open, list, index)),
    close: () => kind.put({ ...open, suggestions: null }),
    ...(list.input.submitsSuggestion === true ? { thenRun: `${form.id}.submit` } : {}),
  };
}

/** Puts a suggestion into the field. A final colon continues the completion. */
function taken<D extends FormState>(open: D, list: FormCompletion<D>, index: number): D {
  const suggestion = list.suggestions[index];
  if (suggestion === undefined) return open;
  const edited = editText(list.input, open, completed(list.input.get(open), list, suggestion));
  return { ...edited, suggestions: suggestion.text.endsWith(":") ? { chosen: null } : null };
}

/**
 * Completes a path up to the common start of all suggestions, otherwise chooses the first one. Returns null if the
 * focused input is no path, or nothing continues it.
 */
export function completedOnTab<D extends FormState>(
  form: Pick<Form<D, never>, "inputs">,
  state: AppState,
  open: D,
): D | null {
  const list = openCompletion(form, state, open);
  if (list === null || list.input.completesOnTab !== true) return null;
  const field = list.input.get(open);
  const typed = field.value.slice(list.start, list.end);
  const longer = list.suggestions.filter(({ text }) => text.startsWith(typed) && text !== typed);
  const [first] = longer;
  if (first === undefined) return null;
  const index = list.suggestions.indexOf(first);
  if (longer.length === 1) return taken(open, list, index);
  const start = commonStart(longer.map(({ text }) => text));
  return start === typed
    ? { ...open, suggestions: { chosen: index } }
    : editText(list.input, open, completed(field, list, { text: start }));
}

/** Draws the open suggestions of a form, aligned with the text of the field; null without them. */
export function formSuggestionRows<D extends FormState>(
  form: Pick<Form<D, never>, "inputs">,
  state: AppState,
  open: D,
  place: SuggestionPlace,
): SuggestionRows | null {
  const list = openCompletion(form, state, open);
  return list === null ? null : suggestionRows(list, place);
}
