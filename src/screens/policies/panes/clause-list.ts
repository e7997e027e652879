import type { ListModel } from "../../../tui/list.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import { matrixSize } from "../layout.ts";
import { matrixWindow } from "../matrix/matrix-layout.ts";
import { rowOrder } from "../select/matrix-order.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/**
 * Returns the clauses as a list in their shown order, and the general provisions. The heads of the axes are above the
 * first one, at -1.
 */
export function clauseList(state: AppState): ListModel {
  const policies = policiesSlice.get(state);
  const { cell } = policies;
  const page = shownPage(policies);
  const order = page === null ? [] : rowOrder(page, policies.order);
  const last = order.length - 1;
  const selected = cell.row < 0 ? -1 : order.indexOf(Math.min(cell.row, last));
  return {
    selected,
    count: order.length,
    rows: page === null ? 1 : matrixWindow(policies, page, matrixSize(state)).rows.length,
    select(index) {
      // Only a step from the first row leads to the axes, not a page or the wheel.
      const isAbove = index < 0 && (selected < 0 || (selected === 0 && index === -1));
      const row = isAbove && last >= 0 ? -1 : (order[Math.max(0, Math.min(index, last))] ?? 0);
      return setPolicies({ cell: { ...cell, row }, paneTop: 0 });
    },
  };
}

/** Returns the actions of a click on a row of the matrix, outside of its cells. */
export function clickClause(state: AppState, y: number): readonly Action[] {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (page === null) return [];
  const { heads, rows } = matrixWindow(policies, page, matrixSize(state));
  const row = rows[y - heads];
  if (row === undefined || !("index" in row)) return [];
  return [setPolicies({ cell: { ...policies.cell, row: row.index }, paneTop: 0 })];
}
