import type { ListName } from "../model/interface-settings.ts";
import { chooseColumns, type NamedColumn, type Table } from "../tables/column.ts";
import { chosenColumns } from "./state/columns.ts";
import { preferencesSlice } from "./state/preferences.ts";
import type { AppState } from "./state/slice.ts";
import { windowSlice } from "./state/window.ts";

/** Last columns of each table, so that equal names yield the same columns. */
const known = new WeakMap<object, { readonly names: readonly string[]; readonly columns: unknown }>();

/**
 * Returns the columns of a list: those that the user chose, else those of the settings, else those of its table; for a
 * screen reader all that its command prints.
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

/** Returns the columns that the user or the settings chose for a list; null if neither did. */
export function ownColumns(state: AppState, list: ListName): readonly string[] | null {
  return chosenColumns(state, list) ?? preferencesSlice.get(state).columns[list] ?? null;
}

/**
 * Returns chosen columns. None of them is an extra one, and those that another version remembered are left out; the
 * usual ones if nothing remains.
 */
function ownColumnsOf<Row, Context>(
  table: Table<Row, Context>,
  names: readonly string[],
): readonly NamedColumn<Row, Context>[] {
  const existing = names.filter((name) => Object.hasOwn(table.columns, name));
  if (existing.length === 0) return chooseColumns(table, table.shown);
  return chooseColumns(table, existing).map((column) => ({ ...column, isExtra: false }));
}
