import { type TextField, textField } from "./text-field.ts";

/** Filter of a list by a text that its rows contain. */
export interface TextFilter {
  readonly filter: TextField;
  readonly editingFilter: boolean;
}

export const noTextFilter: TextFilter = { filter: textField(), editingFilter: false };

/** Returns true if the filter is edited or set. */
export function isFiltered({ filter, editingFilter }: TextFilter): boolean {
  return editingFilter || filter.value !== "";
}

/** Returns the items whose text contains every word of the filter, and none that follows `-` or `!`, ignoring case. */
export function matchingText<T>(
  items: readonly T[],
  { filter }: Pick<TextFilter, "filter">,
  textOf: (item: T) => string,
): readonly T[] {
  const words = filter.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-" && word !== "!");
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) =>
      /^[-!][^-]/.test(word) ? !text.includes(word.slice(1)) : text.includes(word),
    );
  });
}
