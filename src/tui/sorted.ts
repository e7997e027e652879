import type { Table } from "../tables/column.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import type { ListView } from "./list.ts";
import type { AppState } from "./state/slice.ts";
import { type Sort, sortOf } from "./state/sorts.ts";

/** Last order of each list of rows: equal rows are sorted once. */
const known = new WeakMap<readonly object[], { readonly sort: Sort; readonly rows: readonly object[] }>();

/**
 * Returns the rows of a list in the chosen order, or unchanged. Rows without a value come last in both directions;
 * rows with equal values keep their default order.
 */
export function sortedRows<Row extends object, Context>(
  state: AppState,
  { name, columns }: Table<Row, Context>,
  rows: readonly Row[],
): readonly Row[] {
  const sort = sortOf(state, name);
  const order = sort === null ? undefined : columns[sort.column]?.order;
  if (sort === null || order === undefined) return rows;
  const last = known.get(rows);
  if (last?.sort === sort) return last.rows as readonly Row[];
  const collator = new Intl.Collator("en", { numeric: true });
  const sign = sort.descending ? -1 : 1;
  const sorted = rows
    .map((row) => ({ row, value: order(row) }))
    .toSorted(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      if (typeof one === "number" && typeof other === "number") return sign * (one - other);
      return sign * collator.compare(String(one), String(other));
    })
    .map(({ row }) => row);
  known.set(rows, { sort, rows: sorted });
  return sorted;
}

/**
 * Converts a selected row index to the position in the visible order. Without a visible selection, uses the first
 * visible row.
 */
export function sortedView<Row>(view: ListView, rows: readonly Row[], shown: readonly Row[]): ListView {
  return moveIndex(view, rows, shown);
}

/** Returns the reverse of `sortedView`: the state keeps the selected row while the order changes. */
export function unsortedView<Row>(view: ListView, rows: readonly Row[], shown: readonly Row[]): ListView {
  return moveIndex(view, shown, rows);
}

function moveIndex<Row>(view: ListView, from: readonly Row[], to: readonly Row[]): ListView {
  const row = from[view.selected];
  return row === undefined ? view : { ...view, selected: Math.max(0, to.indexOf(row)) };
}

/** Returns the order of a list, including a default order by column; null for a column of another view. */
export function shownSort(
  state: AppState,
  { name, columns, usual }: Pick<Table<never, never>, "name" | "columns" | "usual">,
): Sort | null {
  const sort = sortOf(state, name);
  const isKnown = sort !== null && columns[sort.column]?.order !== undefined;
  return (isKnown ? sort : usual) ?? null;
}

/** Names the sort column and direction of a list; null for the default order. */
export function sortText(
  state: AppState,
  { name, columns }: Pick<Table<never, never>, "name" | "columns">,
): Visible | null {
  const sort = sortOf(state, name);
  const column = sort === null ? undefined : columns[sort.column];
  if (sort === null || column?.order === undefined) return null;
  const title = column.title === "" ? visible(sort.column) : column.title;
  return v`sorted by ${title}, ${sort.descending ? "descending" : "ascending"}`;
}
