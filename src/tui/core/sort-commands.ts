import { shownColumns } from "../columns.ts";
import { shownScreen } from "../focus.ts";
import { type Command, internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { shownSort } from "../sorted.ts";
import type { Action, AppState } from "../state/slice.ts";
import { listSorted, type Sort, sortOf } from "../state/sorts.ts";
import { listPane, type ScreenTable, visibleTable } from "../visible-table.ts";

function needsTable(state: AppState, registry: Registry): string | null {
  return visibleTable(state, registry) === null ? "no sortable list is visible" : null;
}

function needsRows(state: AppState, registry: Registry): string | null {
  const list = shownScreen(registry, state).listIn(state, listPane, registry);
  return list?.count === 0 ? "the list is empty" : null;
}

/** Sorts a list; the usual order counts as none. */
function sorted({ name, usual }: ScreenTable, sort: Sort | null): Action {
  const isUsual = sort?.column === usual?.column && sort?.descending === usual?.descending;
  return listSorted(name, isUsual ? null : sort);
}

/** Commands that sort the list of a screen by a column. */
export const sortCommands: readonly Command[] = [
  {
    id: "list.sort",
    scope: "list",
    keys: ["s"],
    title: "Sort by the next column",
    footerLabel: "sort",
    disabledReason: (state, registry) => needsTable(state, registry) ?? needsRows(state, registry),
    run({ store, registry }) {
      const state = store.get();
      const table = visibleTable(state, registry);
      if (table === null) return;
      // Includes columns without room: a sorted column gets it.
      const columns = shownScreen(registry, state).sortColumns?.(state) ?? shownColumns(state, table);
      const names = columns
        .filter(({ name, order }) => order !== undefined && name !== table.usual?.column)
        .map(({ name }) => name);
      const sort = sortOf(state, table.name);
      // Behind the last column is the usual order.
      const next = names[sort === null ? 0 : names.indexOf(sort.column) + 1];
      store.dispatch(sorted(table, next === undefined ? null : { column: next, descending: false }));
    },
  },
  {
    id: "list.reverse",
    scope: "list",
    keys: ["S"],
    title: "Reverse the sort direction",
    disabledReason(state, registry) {
      const table = visibleTable(state, registry);
      if (table === null) return needsTable(state, registry);
      return shownSort(state, table) === null ? "the list is not sorted by a column" : null;
    },
    run({ store, registry }) {
      const table = visibleTable(store.get(), registry);
      const sort = table === null ? null : shownSort(store.get(), table);
      if (table === null || sort === null) return;
      store.dispatch(sorted(table, { ...sort, descending: !sort.descending }));
    },
  },
  {
    id: "list.sort-by",
    scope: internal,
    keys: [],
    title: "Sort by a column",
    run({ store, registry }, column) {
      const table = visibleTable(store.get(), registry);
      if (table === null || column === undefined) return;
      const focus = shownScreen(registry, store.get()).focusPane?.(listPane);
      if (focus !== undefined) store.dispatch(focus);
      const sort = shownSort(store.get(), table);
      const descending = sort?.column === column && !sort.descending;
      store.dispatch(sorted(table, { column, descending }));
    },
  },
];
