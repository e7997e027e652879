import { line, span } from "../../text/line.ts";
import { padEnd } from "../../text/truncate.ts";
import { v, type Visible } from "../../text/visible.ts";
import { shownColumns } from "../columns.ts";
import { shownScreen } from "../focus.ts";
import { type ListView, viewList } from "../list.ts";
import { act } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog } from "../records/screen.ts";
import { shownSort } from "../sorted.ts";
import { closeDialog, dialogKind } from "../state/nav.ts";
import type { Action, AppState } from "../state/slice.ts";
import { visibleTable } from "../visible-table.ts";
import { dialogRows, listBox } from "./list-box.ts";

/** State of the dialog that chooses the order of the list behind it. */
export interface SortChooser {
  readonly kind: "sort";
  readonly view: ListView;
}

/** Column that the list can be sorted by. */
export interface SortColumn {
  readonly name: string;
  readonly title: Visible;
}

const sortKind = dialogKind<SortChooser>("sort");
const boxColumns = 40;
const titleColumns = 24;

/** Returns the columns that the visible list can be sorted by, in order; a hidden one gets room once it is sorted. */
export function sortColumns(state: AppState, registry: Registry): readonly SortColumn[] {
  const table = visibleTable(state, registry);
  if (table === null) return [];
  const columns = shownScreen(registry, state).sortColumns?.(state) ?? shownColumns(state, table);
  return columns
    .filter(({ order }) => order !== undefined)
    .map(({ name, title }) => ({ name, title: title === "" ? v`${name}` : title }));
}

/** Opens the chooser at the column that sorts the list. */
export function openSortChooser(state: AppState, registry: Registry): Action {
  const table = visibleTable(state, registry);
  const sort = table === null ? null : shownSort(state, table);
  const at = sortColumns(state, registry).findIndex(({ name }) => name === sort?.column);
  return sortKind.open({ kind: "sort", view: { selected: Math.max(0, at), top: 0 } });
}

export const sortDialog: Dialog<SortChooser> = {
  kind: "sort",
  helpTitle: "Order of a list",
  list: (state, open, registry) =>
    viewList(open.view, sortColumns(state, registry).length, dialogRows(state), (view) =>
      sortKind.put({ ...open, view }),
    ),
  typeAhead(state, open, registry) {
    const columns = sortColumns(state, registry);
    return {
      texts: columns.map(({ title }) => title),
      select: (selected) => sortKind.put({ ...open, view: { ...open.view, selected } }),
    };
  },
  box(state, { view }, registry) {
    const table = visibleTable(state, registry);
    const sort = table === null ? null : shownSort(state, table);
    return listBox(state, {
      title: v`Sort by`,
      rows: sortColumns(state, registry).map(({ name, title }) => {
        const isSorted = name === sort?.column;
        return line(
          span(padEnd(title, titleColumns), isSorted ? "strong" : "plain"),
          span(isSorted ? (sort.descending ? v`▼ reverse` : v`▲ reverse`) : v``, "muted"),
        );
      }),
      view,
      below: [line(span(v`A capital sorts by its initial.`, "muted"))],
      width: boxColumns,
      isRight: true,
    });
  },
};

export const sortChooserCommands: readonly Command[] = [
  {
    id: "sort.run",
    scope: "sort",
    ...act("open"),
    title: "Sort by the selected column",
    footerLabel: "sort",
    run({ store, registry, run }) {
      const open = sortKind.find(store.get());
      const column = open === null ? undefined : sortColumns(store.get(), registry)[open.view.selected];
      store.dispatch(closeDialog());
      if (column !== undefined) run("list.sort-by", column.name);
    },
  },
  {
    id: "sort.close",
    scope: "sort",
    ...act("back"),
    title: "Close the order",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
