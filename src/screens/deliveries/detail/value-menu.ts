import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { dialogRows, listBox } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import { act } from "../../../tui/records/acts.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { valueAtCursor } from "../../../tui/viewer/pane-viewer.ts";
import type { App, Command } from "../../app.ts";
import { termOfPayload, termsOf, type ValueTerm, withTerm } from "../filter/terms.ts";
import { deliveriesArrangement } from "../layout.ts";
import { deliveriesSlice, filterReplaced, requireSelection, selectedDelivery } from "../state/deliveries.ts";
import { detailViewer, tabOf } from "./detail-viewer.ts";

/** Menu of the selected delivery's values. */
export interface ValueMenu {
  readonly kind: "values";
  readonly seq: number;
  readonly terms: readonly ValueTerm[];
  /** True if Enter excludes the value. */
  readonly excludes: boolean;
  readonly view: ListView;
}

const valueMenuKind = dialogKind<ValueMenu>("values");
const labelColumns = 10;

export const valueMenuDialog: Dialog<ValueMenu> = {
  kind: "values",
  helpTitle: "Values of a delivery",
  hasListKeys: true,
  list: (state, menu) =>
    viewList(menu.view, menu.terms.length, dialogRows(state), (view) => valueMenuKind.put({ ...menu, view })),
  box: (state, { seq, terms, excludes, view }) =>
    listBox(state, {
      title: excludes ? v`Hide deliveries like #${seq}` : v`Show only deliveries like #${seq}`,
      rows: terms.map(({ label, value }) =>
        line(span(v`${label.padEnd(labelColumns)}`), span(v`${value}`, "accent")),
      ),
      view,
    }),
};

/** Commands that include and exclude values in the filter. */
export const valueCommands: readonly Command[] = [
  {
    id: "deliveries.include",
    scope: "deliveries",
    ...act("include"),
    title: "Include a value in the filter",
    disabledReason: whyNoValue,
    run: ({ store }) => openOrApply(store, false),
  },
  {
    id: "deliveries.exclude",
    scope: "deliveries",
    ...act("exclude"),
    title: "Exclude a value by the filter",
    disabledReason: whyNoValue,
    run: ({ store }) => openOrApply(store, true),
  },
];

/** Commands of the menu of values. */
export const valueMenuCommands: readonly Command[] = [
  {
    id: "values.run",
    scope: "values",
    ...act("open"),
    title: "Filter by the selected value",
    footerLabel: (state) => (valueMenuKind.find(state)?.excludes === true ? "exclude" : "include"),
    run: choose((menu) => menu.excludes),
  },
  {
    id: "values.include",
    scope: "values",
    ...act("include"),
    title: "Include the selected value",
    footerLabel: "include",
    run: choose(() => false),
  },
  {
    id: "values.exclude",
    scope: "values",
    ...act("exclude"),
    title: "Exclude the selected value",
    footerLabel: "exclude",
    run: choose(() => true),
  },
  {
    id: "values.close",
    scope: "values",
    ...act("back", "leave"),
    title: "Close the values",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];

function choose(excludes: (menu: ValueMenu) => boolean) {
  return ({ store }: App) => {
    const menu = valueMenuKind.find(store.get());
    const chosen = menu?.terms[menu.view.selected];
    store.dispatch(closeDialog());
    if (menu !== null && chosen !== undefined) applyTerm(store, chosen, excludes(menu));
  };
}

/** Opens the menu in the list; applies the value at the cursor of a payload. */
function openOrApply(store: Store, excludes: boolean): void {
  const state = store.get();
  const row = selectedDelivery(state);
  if (row === null) return;
  const value = payloadTerm(state);
  if (value !== null) {
    applyTerm(store, value, excludes);
    // The detail may cover the filter line.
    showMessage(store, "ok", `The filter is now ${deliveriesSlice.get(store.get()).field.value}`);
    return;
  }
  const view = { selected: 0, top: 0 };
  store.dispatch(valueMenuKind.open({ kind: "values", seq: row.seq, terms: termsOf(row), excludes, view }));
}

function applyTerm(store: Store, { term }: ValueTerm, excludes: boolean): void {
  const { filter } = deliveriesSlice.get(store.get());
  store.dispatch(filterReplaced(withTerm(filter.text, term, excludes)));
}

/** Returns the path and the value at the cursor of the focused payload; null in the list and in a text. */
function payloadValue(state: AppState): ReturnType<typeof valueAtCursor> {
  const id = deliveriesArrangement.focusedPane(state);
  const viewer = id !== "list" && tabOf(state, id) === "request" ? detailViewer(state, id) : null;
  return viewer === null ? null : valueAtCursor(viewer);
}

/** Returns the term of that value; null without one. */
function payloadTerm(state: AppState): ValueTerm | null {
  const row = selectedDelivery(state);
  const found = payloadValue(state);
  return row === null || found === null ? null : termOfPayload(row, found.path, found.value);
}

function whyNoValue(state: AppState): string | null {
  const missing = requireSelection(state);
  if (missing !== null) return missing;
  const isWordless = payloadValue(state) !== null && payloadTerm(state) === null;
  return isWordless ? "the value at the cursor has no words" : null;
}
