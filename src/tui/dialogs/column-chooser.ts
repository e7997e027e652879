import { line, span } from "../../text/line.ts";
import { padEnd } from "../../text/truncate.ts";
import { v } from "../../text/visible.ts";
import { ownColumns, shownColumns } from "../columns.ts";
import { fitColumns, markSorted } from "../components/table.ts";
import { shownScreen } from "../focus.ts";
import { paneSize } from "../layout.ts";
import { type ListView, viewList } from "../list.ts";
import { act } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog } from "../records/screen.ts";
import { shownSort } from "../sorted.ts";
import { chosenColumns, columnsChosen } from "../state/columns.ts";
import { closeDialog, dialogKind } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import type { Store } from "../state/store.ts";
import { windowSlice } from "../state/window.ts";
import { listPane, type ScreenTable, visibleTable } from "../visible-table.ts";
import { dialogRows, listBox } from "./list-box.ts";

/** State of the dialog that chooses the columns of the list behind it; the list follows every change. */
export interface ColumnChooser {
  readonly kind: "columns";
  /** Names of all columns, in their order. */
  readonly order: readonly string[];
  /** Names of the columns that are shown. */
  readonly shown: readonly string[];
  readonly view: ListView;
}

export const chooserKind = dialogKind<ColumnChooser>("columns");
const boxColumns = 48;
const titleColumns = 24;

/** Returns the present order and visibility of a list's columns. */
function columnsNow(state: AppState, table: ScreenTable): Omit<ColumnChooser, "view"> {
  const { name, columns } = table;
  const { isLinear } = windowSlice.get(state);
  const shown = (isLinear ? (table.spoken ?? table.printed) : undefined) ?? table.shown;
  const own = ownColumns(state, name)?.filter((one) => Object.hasOwn(columns, one));
  // Extra columns depend on the width unless chosen.
  const now = own ?? shown.filter((one) => columns[one]?.isExtra !== true);
  const ordered = own ?? shown;
  const others = Object.keys(columns).filter((one) => !ordered.includes(one));
  return { kind: "columns", order: [...ordered, ...others], shown: now };
}

/** Changes the open dialog, and with it the list. */
function choose(
  store: Store,
  registry: Registry,
  change: (chooser: ColumnChooser, name: string) => ColumnChooser,
): void {
  const state = store.get();
  const chooser = chooserKind.find(state);
  const name = chooser?.order[chooser.view.selected];
  const table = shownScreen(registry, state).table?.(state);
  if (chooser === null || name === undefined || table === undefined) return;
  const changed = change(chooser, name);
  store.batch(() => {
    store.dispatch(chooserKind.put(changed));
    store.dispatch(
      columnsChosen(
        table.name,
        changed.order.filter((one) => changed.shown.includes(one)),
      ),
    );
  });
}

/** Exchanges the selected column with the one before or after it. */
function move(step: 1 | -1): (chooser: ColumnChooser) => ColumnChooser {
  return (chooser) => {
    const from = chooser.view.selected;
    const to = from + step;
    const [one, other] = [chooser.order[from], chooser.order[to]];
    if (one === undefined || other === undefined) return chooser;
    const order = chooser.order.with(from, other).with(to, one);
    return { ...chooser, order, view: { ...chooser.view, selected: to } };
  };
}

function isOnlyColumn(state: AppState): boolean {
  const chooser = chooserKind.find(state);
  return chooser !== null && chooser.shown.length === 1 && chooser.shown[0] === selectedName(chooser);
}

function selectedName({ order, view }: ColumnChooser): string | undefined {
  return order[view.selected];
}

/** Returns the names of the visible columns of the list. */
function fitting(state: AppState, registry: Registry, table: ScreenTable): readonly string[] {
  const { columns: width } = paneSize(state, shownScreen(registry, state), listPane);
  const columns = markSorted(shownColumns(state, table), shownSort(state, table));
  return fitColumns(columns, width).map(({ name }) => name);
}

export const columnChooserDialog: Dialog<ColumnChooser> = {
  kind: "columns",
  helpTitle: "Columns of a list",
  typeAhead: (_state, chooser) => ({
    texts: chooser.order,
    select: (selected) => chooserKind.put({ ...chooser, view: { ...chooser.view, selected } }),
  }),
  showsDisabledReason: true,
  list: (state, chooser) =>
    viewList(chooser.view, chooser.order.length, dialogRows(state), (view) =>
      chooserKind.put({ ...chooser, view }),
    ),
  box(state, { order, shown, view }, registry) {
    const table = shownScreen(registry, state).table?.(state);
    const fit = table === undefined ? [] : fitting(state, registry, table);
    const isUsual = table !== undefined && ownColumns(state, table.name) === null;
    const { isLinear } = windowSlice.get(state);
    return listBox(state, {
      title: v`Columns`,
      rows: order.map((name) => {
        const isShown = shown.includes(name);
        const title = table?.columns[name]?.title ?? v``;
        // The settings know the name, the list shows the title.
        const label = title === "" || title === name ? v`${name}` : v`${name} (${title})`;
        // A screen reader gets whole rows: every column has room.
        if (isLinear) return line(span(v`${label}: ${isShown ? "shown" : "hidden"}`));
        const isExtra = isUsual && table.columns[name]?.isExtra === true && !fit.includes(name);
        const note = isExtra
          ? v` in a wide window`
          : !isShown
            ? v` hidden`
            : fit.includes(name)
              ? v``
              : v` no room`;
        return line(
          span(isShown ? v`✓ ` : v`  `, "ok"),
          span(padEnd(label, titleColumns), isShown ? "plain" : "muted"),
          span(note, "muted"),
        );
      }),
      view,
      width: boxColumns,
      isRight: true,
    });
  },
};

export const columnChooserCommands: readonly Command[] = [
  {
    id: "list.columns",
    scope: "list",
    ...act("columns"),
    title: "Choose the columns",
    disabledReason(state, registry) {
      const table = visibleTable(state, registry);
      return table === null || table.isFixed === true ? "no list with columns is visible" : null;
    },
    run({ store, registry }) {
      const table = visibleTable(store.get(), registry);
      if (table === null) return;
      const now = columnsNow(store.get(), table);
      store.dispatch(chooserKind.open({ ...now, view: { selected: 0, top: 0 } }));
    },
  },
  {
    id: "columns.toggle",
    scope: "columns",
    ...act("open", "mark"),
    title: "Show or hide the column",
    footerLabel: "toggle",
    disabledReason: (state) => (isOnlyColumn(state) ? "a list needs at least one column" : null),
    run: ({ store, registry }) =>
      choose(store, registry, (chooser, name) => ({
        ...chooser,
        shown: chooser.shown.includes(name)
          ? chooser.shown.filter((one) => one !== name)
          : [...chooser.shown, name],
      })),
  },
  {
    id: "columns.up",
    scope: "columns",
    ...act("moveUp"),
    title: "Move the column left",
    footerLabel: "left",
    run: ({ store, registry }) => choose(store, registry, move(-1)),
  },
  {
    id: "columns.down",
    scope: "columns",
    ...act("moveDown"),
    title: "Move the column right",
    footerLabel: "right",
    run: ({ store, registry }) => choose(store, registry, move(1)),
  },
  {
    id: "columns.reset",
    scope: "columns",
    ...act("remove"),
    title: "Reset the columns",
    footerLabel: "reset",
    disabledReason(state, registry) {
      const table = shownScreen(registry, state).table?.(state);
      const isOwn = table !== undefined && chosenColumns(state, table.name) !== null;
      return isOwn ? null : "the columns are the default ones";
    },
    run({ store, registry }) {
      const table = shownScreen(registry, store.get()).table?.(store.get());
      if (table === undefined) return;
      store.batch(() => {
        store.dispatch(columnsChosen(table.name, null));
        const now = columnsNow(store.get(), table);
        chooserKind.change(store, ({ view }) => ({ ...now, view }));
      });
    },
  },
  {
    id: "columns.close",
    scope: "columns",
    ...act("back"),
    title: "Close the columns",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
