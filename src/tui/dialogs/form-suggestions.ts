import type { Line } from "../../text/line.ts";
import { fitLine, line, selectedLine, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import type { Completion, Suggestion } from "../completion.ts";
import { highlighted } from "../components/highlighted.ts";
import type { SuggestionList } from "../screen.ts";
import type { AppState } from "../state/slice.ts";
import { replaceText } from "../text-field.ts";
import { editText, focusedInput, type Form, type FormState, type TextInput } from "./form.ts";

/** Maximum visible suggestions; more are reached by moving. */
const maxRows = 6;

/** Open suggestions of a form's focused input. */
interface OpenCompletion<D> extends Completion {
  readonly input: TextInput<D>;
  readonly chosen: number | null;
}

/** Returns the open suggestions of a form; null if they are closed or there are none. */
function openCompletion<D extends FormState>(
  form: Pick<Form<D, never>, "inputs">,
  state: AppState,
  open: D,
): OpenCompletion<D> | null {
  const input = focusedInput(form, open);
  if (open.suggestions === null || open.busy || input?.type !== "text") return null;
  const completion = input.complete?.(input.get(open), open, state);
  if (completion === undefined || completion.suggestions.length === 0) return null;
  const { chosen } = open.suggestions;
  // The list may have become shorter while names were loaded.
  const last = completion.suggestions.length - 1;
  return { ...completion, input, chosen: chosen === null ? null : Math.min(chosen, last) };
}

/** Returns the open suggestions of a form for the commands of suggestions; null if there are none. */
export function formSuggestions<D extends FormState>(
  form: Pick<Form<D, never>, "inputs" | "kind">,
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
    take: () => kind.put(taken(open, list)),
    close: () => kind.put({ ...open, suggestions: null }),
  };
}

/** Puts the chosen suggestion into the field. One that ends with a colon is completed further. */
function taken<D extends FormState>(
  open: D,
  { input, chosen, suggestions, start, end }: OpenCompletion<D>,
): D {
  const suggestion = suggestions[chosen ?? 0];
  if (suggestion === undefined) return open;
  const field = input.get(open);
  const { text } = suggestion;
  const value = field.value.slice(0, start) + text + field.value.slice(end);
  const edited = editText(input, open, { ...replaceText(field, value), caret: start + text.length });
  return { ...edited, suggestions: text.endsWith(":") ? { chosen: null } : null };
}

/** Drawn suggestions. */
export interface SuggestionRows {
  readonly rows: readonly Line[];
  readonly isChosen: boolean;
  /** Number of suggestions that are not drawn. */
  readonly hidden: number;
  /** Index of the chosen row, otherwise of the first, which a low terminal has to show. */
  readonly lastRow: number;
}

/** Draws the suggestions around the chosen one, aligned with the text of the field; null if none are open. */
export function suggestionRows<D extends FormState>(
  form: Pick<Form<D, never>, "inputs">,
  state: AppState,
  open: D,
  size: { readonly width: number; readonly indent: number },
): SuggestionRows | null {
  const list = openCompletion(form, state, open);
  if (list === null) return null;
  const top = Math.max(0, (list.chosen ?? 0) - maxRows + 1);
  const rows = list.suggestions.slice(top, top + maxRows).map((suggestion, index) => {
    const isChosen = top + index === list.chosen;
    const row = fitLine(suggestionLine(suggestion, isChosen, size.indent), size.width);
    return isChosen ? selectedLine(row) : row;
  });
  const hidden = list.suggestions.length - rows.length;
  return { rows, isChosen: list.chosen !== null, hidden, lastRow: (list.chosen ?? 0) - top };
}

function suggestionLine({ text, note, matched }: Suggestion, isChosen: boolean, indent: number): Line {
  return line(
    span(v`${" ".repeat(indent - 2)}${isChosen ? "❯ " : "  "}`),
    ...highlighted(text, matched, "accent"),
    ...(note === undefined ? [] : [span(v`  ${visible(note)}`, "muted")]),
  );
}
