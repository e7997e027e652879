import type { ListName } from "../../model/interface-settings.ts";
import { type AppState, createSlice } from "./slice.ts";

export interface ColumnsState {
  /** Names of the chosen columns, in order; other lists use the settings. */
  readonly lists: Readonly<Partial<Record<ListName, readonly string[]>>>;
}

const initialColumns: ColumnsState = { lists: {} };

/** Columns of the lists. */
export const columnsSlice = createSlice("columns", initialColumns, {
  /** Chooses the columns of a list; null restores those of the settings. */
  columnsChosen({ lists }, list: ListName, names: readonly string[] | null): ColumnsState {
    const { [list]: _, ...others } = lists;
    return { lists: names === null ? others : { ...others, [list]: names } };
  },
});
export const { set: setColumns, columnsChosen } = columnsSlice.actions;

/** Returns the chosen columns of a list, or null for those of the settings. */
export function chosenColumns(state: AppState, list: ListName): readonly string[] | null {
  return columnsSlice.get(state).lists[list] ?? null;
}
