import { replaceText, type TextField } from "./text-field.ts";

/** Text that a field may be completed to. */
export interface Candidate {
  readonly text: string;
  /** Explanation beside the text, included in the search. */
  readonly note?: string;
}

/** Candidate that contains the typed text. */
export interface Suggestion extends Candidate {
  /** Matched part of the text as start and end index; empty if only the note matches. */
  readonly matched: readonly number[];
}

/** Suggestions for part of a field's text; the chosen one replaces it. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly Suggestion[];
}

/** Completion whose suggestions are open. */
export interface OpenCompletion extends Completion {
  /** Index of the chosen suggestion; null while the typed text is chosen. */
  readonly chosen: number | null;
}

/** Opens a completion; null without suggestions. The list may be shorter than the chosen index. */
export function opened(completion: Completion, chosen: number | null): OpenCompletion | null {
  const last = completion.suggestions.length - 1;
  return last === -1 ? null : { ...completion, chosen: chosen === null ? null : Math.min(chosen, last) };
}

/** Returns a field with a suggestion in place of the completed part. */
export function completed(
  field: TextField,
  { start, end }: Pick<Completion, "start" | "end">,
  { text }: Candidate,
): TextField {
  const value = field.value.slice(0, start) + text + field.value.slice(end);
  return { ...replaceText(field, value), caret: start + text.length };
}

/** Returns the longest text that all texts start with. */
export function commonStart([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

/** Maximum number of suggestions; typing more narrows them. */
const maxSuggestions = 50;

/** Completes the whole text of a field. */
export function completeText(text: string, candidates: readonly Candidate[]): Completion {
  const typed = text.trim();
  return { start: 0, end: text.length, suggestions: suggest(typed, candidates) };
}

/** Completes the item under the caret in a list separated by commas and spaces. */
export function completeItem(text: string, caret: number, candidates: readonly Candidate[]): Completion {
  const { start, end } = itemAt(text, caret);
  return { start, end, suggestions: suggest(text.slice(start, end), candidates) };
}

/** Returns the start and the end of the item under the caret in a list separated by commas and spaces. */
export function itemAt(text: string, caret: number): Pick<Completion, "start" | "end"> {
  const start = /[^\s,]*$/.exec(text.slice(0, caret))?.index ?? caret;
  const end = caret + (/^[^\s,]*/.exec(text.slice(caret))?.[0].length ?? 0);
  return { start, end };
}

/**
 * Returns the candidates that contain the typed text in any case, ranked: at the start, at the start of a word,
 * elsewhere, in the note. Omits an already typed candidate.
 */
export function suggest(typed: string, candidates: readonly Candidate[]): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  const ranked: Suggestion[][] = [[], [], [], []];
  const known = new Set([typed]);
  for (const candidate of candidates) {
    if (known.has(candidate.text)) continue;
    known.add(candidate.text);
    const found = bestPlace(candidate.text.toLowerCase(), wanted);
    if (found !== null) {
      const matched = wanted === "" ? [] : [found.at, found.at + wanted.length];
      ranked[found.rank]?.push({ ...candidate, matched });
    } else if (candidate.note?.toLowerCase().includes(wanted) === true) {
      ranked[3]?.push({ ...candidate, matched: [] });
    }
  }
  return ranked.flat().slice(0, maxSuggestions);
}

/** Returns the best place of a text, ranked: at the start, at the start of a word, elsewhere. Null without any. */
function bestPlace(text: string, wanted: string): { readonly at: number; readonly rank: number } | null {
  const first = text.indexOf(wanted);
  if (first <= 0) return first === 0 ? { at: 0, rank: 0 } : null;
  for (let at = first; at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return { at, rank: 1 };
  }
  return { at: first, rank: 2 };
}
