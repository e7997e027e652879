import type { ListName } from "../../model/interface-settings.ts";
import { type AppState, createSlice } from "./slice.ts";

/** Order of a list by one of its columns. */
export interface Sort {
  /** Name of the column. */
  readonly column: string;
  readonly descending: boolean;
}

export interface SortsState {
  /** Orders chosen by the user; other lists have their default order. */
  readonly lists: Readonly<Partial<Record<ListName, Sort>>>;
}

const initialSorts: SortsState = { lists: {} };

/** Orders of the lists. */
export const sortsSlice = createSlice("sorts", initialSorts, {
  /** Sorts a list; null restores its usual order. */
  listSorted({ lists }, list: ListName, sort: Sort | null): SortsState {
    const { [list]: _, ...others } = lists;
    return { lists: sort === null ? others : { ...others, [list]: sort } };
  },
});
export const { set: setSorts, listSorted } = sortsSlice.actions;

/** Returns the chosen order of a list, or null for the default order. */
export function sortOf(state: AppState, list: ListName): Sort | null {
  return sortsSlice.get(state).lists[list] ?? null;
}
