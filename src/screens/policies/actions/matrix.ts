import type { OpenItem } from "../../../policy/open-items.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { act } from "../../../tui/records/acts.ts";
import { type Command, internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { Store } from "../../../tui/state/store.ts";
import { requirePage } from "../disabled-reasons.ts";
import { policiesArrangement } from "../layout.ts";
import { cellCommand } from "../matrix/matrix-layout.ts";
import { openItemCommand } from "../matrix/open-item-lines.ts";
import { endDone, endZoom } from "../operations/show-done.ts";
import { matrixOrders, placeIn } from "../select/matrix-order.ts";
import { nextItem, openItemsOf } from "../select/open-items.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { shownPage } from "../select/selection.ts";
import { openItemShown, policiesSlice, setPolicies } from "../state/policies.ts";

/** Commands of the matrix: order, open items, clicks. */
export const matrixCommands: readonly Command[] = [
  {
    id: "policy.next-open",
    scope: "policy",
    ...act("next"),
    title: "Go to the next open item",
    footerLabel: "next open",
    disabledReason: requirePage,
    run: ({ store }) => goToOpen(store, 1),
  },
  {
    id: "policy.previous-open",
    scope: "policy",
    ...act("previous"),
    title: "Go to the previous open item",
    disabledReason: requirePage,
    run: ({ store }) => goToOpen(store, -1),
  },
  {
    id: "policy.order",
    scope: "policy",
    ...act("sort"),
    title: "Change the order of clauses",
    footerLabel: "sort",
    disabledReason: requirePage,
    run({ store }) {
      const { order } = policiesSlice.get(store.get());
      const next = matrixOrders[(matrixOrders.indexOf(order) + 1) % matrixOrders.length];
      if (next !== undefined) store.dispatch(setPolicies({ order: next, openCell: null }));
    },
  },
  {
    id: cellCommand,
    scope: internal,
    keys: [],
    title: "Select a cell or an axis",
    run({ store, run }, argument = "") {
      const [row, column] = argument.split(" ").map(Number);
      if (row === undefined || column === undefined) return;
      const { focus, cell } = policiesSlice.get(store.get());
      const isSelected = focus === "matrix" && cell.row === row && cell.column === column;
      if (isSelected) run("policy.explain");
      else store.dispatch(setPolicies({ focus: "matrix", cell: { row, column }, paneTop: 0 }));
    },
  },
  {
    id: openItemCommand,
    scope: internal,
    keys: [],
    title: "Show an open item",
    run({ store }, argument) {
      const page = shownPage(policiesSlice.get(store.get()));
      const item = page === null ? undefined : openItemsOf(page)[Number(argument)];
      if (item === undefined) return;
      showOpen(store, item);
      if (policiesSlice.get(store.get()).focus === "list") store.dispatch(setPolicies({ focus: "matrix" }));
    },
  },
];

/** Shows the next or previous open item, in the order of the screen. */
export function goToOpen(store: Store, step: 1 | -1): void {
  const policies = policiesSlice.get(store.get());
  const page = shownPage(policies);
  if (page === null) return;
  const item = nextItem(openItemsOf(page), lastItem(policies), step, placeIn(page, policies.order));
  if (item === null) showMessage(store, "ok", "Everything is approved");
  else {
    store.batch(() => {
      // The next keys are about the item, rather than the previous text.
      if (isPaneShown(store.get(), policiesArrangement, "matrix"))
        store.dispatch(setPolicies({ focus: "matrix" }));
      showOpen(store, item);
      endZoom(store);
    });
  }
}

/** Returns the last shown item, or the selected row's if the user has moved. */
function lastItem({ openItem, openCell, cell }: PoliciesState): OpenItem | null {
  if (openItem === null || !("clause" in openItem) || cell.row < 0 || cell.row === openCell?.row)
    return openItem;
  return { ...openItem, clause: cell.row };
}

/** Shows an open item and describes it in the status line, replacing the last result. */
function showOpen(store: Store, item: OpenItem): void {
  store.batch(() => {
    endDone(store);
    store.dispatch(openItemShown(item));
  });
}
