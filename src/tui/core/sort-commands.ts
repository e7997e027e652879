import { openSortChooser, sortColumns } from "../dialogs/sort-chooser.ts";
import { shownScreen } from "../focus.ts";
import { act } from "../records/acts.ts";
import { type App, type Command, internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { shownSort } from "../sorted.ts";
import type { Action, AppState } from "../state/slice.ts";
import { listSorted, type Sort } from "../state/sorts.ts";
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

/** Returns true for a column that sorts descending first, as the usual order does. */
function isDescendingFirst({ usual }: ScreenTable, column: string): boolean {
  return usual?.column === column && usual.descending;
}

/** Commands that sort the list of a screen by a column. */
export const sortCommands: readonly Command[] = [
  {
    id: "list.sort",
    scope: "list",
    ...act("sort"),
    title: "Sort by a column",
    footerLabel: "sort",
    disabledReason: (state, registry) => needsTable(state, registry) ?? needsRows(state, registry),
    run: ({ store, registry }) => store.dispatch(openSortChooser(store.get(), registry)),
  },
  {
    id: "list.reverse",
    scope: "list",
    keys: [],
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
      const descending = sort?.column === column ? !sort.descending : isDescendingFirst(table, column);
      store.dispatch(sorted(table, { column, descending }));
    },
  },
];

/** Sorts the visible list by a column with a capital initial, in turn if several have it. Returns false without one. */
export function sortByInitial({ store, registry, run }: App, key: string): boolean {
  if (!/^\p{Lu}$/u.test(key)) return false;
  const state = store.get();
  if (needsRows(state, registry) !== null) return false;
  const initial = key.toLowerCase();
  const names = sortColumns(state, registry)
    .filter(({ title }) => title.toLowerCase().startsWith(initial))
    .map(({ name }) => name);
  const table = visibleTable(state, registry);
  const sort = table === null ? null : shownSort(state, table);
  const at = names.indexOf(sort?.column ?? "");
  // A sorted column is reversed before another one follows.
  const isReversible =
    table !== null && sort !== null && at >= 0 && sort.descending === isDescendingFirst(table, sort.column);
  const next = names[isReversible ? at : (at + 1) % names.length];
  if (next !== undefined) run("list.sort-by", next);
  return next !== undefined;
}
