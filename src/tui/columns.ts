import { chooseColumns, type NamedColumn, type Table } from "../tables/column.ts";
import { preferencesSlice } from "./state/preferences.ts";
import type { AppState } from "./state/slice.ts";
import { windowSlice } from "./state/window.ts";

/** Last chosen columns of each table, so that equal settings yield the same columns. */
const chosen = new WeakMap<object, { readonly names: readonly string[]; readonly columns: unknown }>();

/** Returns the columns of a list: those of the settings, else those of its table; for a screen reader all that its command prints. */
export function shownColumns<Row, Context>(
  state: AppState,
  table: Table<Row, Context>,
): readonly NamedColumn<Row, Context>[] {
  const { isLinear } = windowSlice.get(state);
  const usual = (isLinear ? table.printed : undefined) ?? table.shown;
  const names = preferencesSlice.get(state).columns[table.name] ?? usual;
  const known = chosen.get(table);
  if (known?.names === names) return known.columns as readonly NamedColumn<Row, Context>[];
  const columns = chooseColumns(table, names);
  chosen.set(table, { names, columns });
  return columns;
}
