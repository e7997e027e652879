import type { ListName } from "../model/interface-settings.ts";
import { chooseColumns, type NamedColumn, type Table } from "../tables/column.ts";
import { chosenColumns } from "./state/columns.ts";
import { preferencesSlice } from "./state/preferences.ts";
import type { AppState } from "./state/slice.ts";
import { windowSlice } from "./state/window.ts";

/** Last columns of each table: equal names yield the same columns. */
const known = new WeakMap<object, { readonly names: readonly string[]; readonly columns: unknown }>();

/**
 * Returns the columns of a list: chosen by the user, else by the settings, else by its table; for a screen reader the
 * columns of its command.
 */
export function shownColumns<Row, Context>(
  state: AppState,
  table: Table<Row, Context>,
): readonly NamedColumn<Row, Context>[] {
  const { isLinear } = windowSlice.get(state);
  const own = table.isFixed === true ? null : ownColumns(state, table.name);
  const names = own ?? (isLinear ? (table.spoken ?? table.printed) : undefined) ?? table.shown;
  const last = known.get(table);
  if (last?.names === names) return last.columns as readonly NamedColumn<Row, Context>[];
  const columns = own === null ? chooseColumns(table, names) : ownColumnsOf(table, names);
  known.set(table, { names, columns });
  return columns;
}

/** Returns the columns chosen for a list by the user or the settings, or null. */
export function ownColumns(state: AppState, list: ListName): readonly string[] | null {
  return chosenColumns(state, list) ?? preferencesSlice.get(state).columns[list] ?? null;
}

/**
 * Returns chosen columns. Drops unknown names of other versions, and returns the defaults if nothing remains. No
 * chosen column is an extra one.
 */
function ownColumnsOf<Row, Context>(
  table: Table<Row, Context>,
  names: readonly string[],
): readonly NamedColumn<Row, Context>[] {
  const existing = names.filter((name) => Object.hasOwn(table.columns, name));
  if (existing.length === 0) return chooseColumns(table, table.shown);
  return chooseColumns(table, existing).map((column) => ({ ...column, isExtra: false }));
}
