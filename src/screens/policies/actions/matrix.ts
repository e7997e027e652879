import { type Command, internal } from "../../../tui/commands/command.ts";
import { requirePage } from "../disabled-reasons.ts";
import { cellCommand } from "../matrix/matrix-layout.ts";
import { openItemCommand } from "../matrix/open-item-lines.ts";
import { matrixOrders } from "../select/matrix-order.ts";
import { openItemsOf } from "../select/open-items.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { goToOpen, showOpen } from "./go-to-open.ts";

/** Commands of the order of the matrix, of its open items, and of clicks in it. */
export const matrixCommands: readonly Command[] = [
  {
    id: "policy.next-open",
    scope: "policy",
    keys: ["n"],
    title: "Go to the next open item",
    footerLabel: "next open",
    disabledReason: requirePage,
    run: ({ store }) => goToOpen(store, 1),
  },
  {
    id: "policy.previous-open",
    scope: "policy",
    keys: ["N"],
    title: "Go to the previous open item",
    disabledReason: requirePage,
    run: ({ store }) => goToOpen(store, -1),
  },
  {
    id: "policy.order",
    scope: "policy",
    keys: ["s"],
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
