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

/** Returns the items whose text contains the filter, ignoring case. */
export function matchingText<T>(
  items: readonly T[],
  { filter }: Pick<TextFilter, "filter">,
  textOf: (item: T) => string,
): readonly T[] {
  const wanted = filter.value.trim().toLowerCase();
  return wanted === "" ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
}
