import { reservedOperator } from "../model/filter-operators.ts";
import { type Visible, v } from "../text/visible.ts";
import { type TextField, textField } from "./text-field.ts";

/** Filter of a list by text. */
export interface TextFilter {
  readonly filter: TextField;
  readonly editingFilter: boolean;
}

export const noTextFilter: TextFilter = { filter: textField(), editingFilter: false };

/** Returns true if the filter is edited or set. */
export function isFiltered({ filter, editingFilter }: TextFilter): boolean {
  return editingFilter || filter.value !== "";
}

/** A word, or a "phrase", after `-` or `!` an excluded one. */
const wordPattern = /[-!]?"[^"]*(?:"|$)|\S+/g;

const isPhrase = (word: string) => /^[-!]?"/.test(word);

/** Returns the words and "phrases" of a filter. */
export function filterWords(text: string): readonly string[] {
  return (text.match(wordPattern) ?? []).filter((word) => word !== "-" && word !== "!");
}

/**
 * Returns the error of a filter with an operator of other filter languages, which would be searched as a word;
 * otherwise null. During editing, the last word may still change.
 */
export function filterProblem({ filter, editingFilter }: TextFilter): Visible | null {
  const words = filterWords(filter.value);
  const known = editingFilter && /\S$/.test(filter.value) ? words.slice(0, -1) : words;
  const word = known.find((one) => !isPhrase(one) && reservedOperator(one.replace(/^[-!]/, "")) !== null);
  if (word === undefined) return null;
  const hints = {
    and: v`separate words by a space: a row must contain all`,
    or: v`a row must contain all words`,
    not: v`write -word to exclude a word`,
    parenthesis: v`words cannot be grouped`,
  };
  const hint = hints[reservedOperator(word.replace(/^[-!]/, "")) ?? "or"];
  return v`${word} is no word to search: ${hint}, or "${word}" in quotes`;
}

/**
 * Returns the items with every word and "phrase" of the filter and none after `-` or `!`, ignoring case; none if the
 * filter has an error.
 */
export function matchingText<T>(
  items: readonly T[],
  filter: TextFilter,
  textOf: (item: T) => string,
): readonly T[] {
  const words = filterWords(filter.filter.value.toLowerCase());
  if (words.length === 0) return items;
  if (filterProblem(filter) !== null) return [];
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => {
      const isExcluded = isPhrase(word) ? !word.startsWith('"') : /^[-!][^-]/.test(word);
      const bare = isExcluded ? word.slice(1) : word;
      return text.includes(isPhrase(word) ? bare.replaceAll('"', "") : bare) !== isExcluded;
    });
  });
}
