import { keepInView, type ListModel, scrollingText, viewList } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import { detailText } from "../detail/detail-text.ts";
import { askBeforeLeaving } from "../dialogs/what-if-question.ts";
import { detailSize, listHeadRows, listRows, matrixSize } from "../layout.ts";
import { type FolderRow, folderRows, folderView } from "../list/rows.ts";
import { matrixWindow } from "../matrix/matrix-layout.ts";
import { shownChanges } from "../select/changes.ts";
import { rowOrder } from "../select/matrix-order.ts";
import { selectedChange, shownPage } from "../select/selection.ts";
import { changeSelected, policiesSlice, setPolicies } from "../state/policies.ts";
import { pendingChange } from "../state/what-if.ts";

/** Returns the list of policies. */
export function policyList(state: AppState): ListModel {
  const rows = folderRows(state);
  return viewList(
    folderView(state),
    rows.length,
    listRows(state),
    ({ selected, top }) =>
      questionAt(state, rows[selected]) ?? setPolicies({ ...selectionOf(rows[selected]), top }),
  );
}

/** Returns the action that asks before leaving a policy with a pending change, or null. */
function questionAt(state: AppState, row: FolderRow | undefined): Action | null {
  const isOther = selectionOf(row).selectedPath !== pendingChange(state)?.path;
  return isOther ? askBeforeLeaving(state, null) : null;
}

/** Returns the fields that select a row. A heading also selects its first file, shown beside the list. */
export function selectionOf(row: FolderRow | undefined): {
  readonly selectedPath: string | null;
  readonly heading: string | null;
} {
  if (row?.kind !== "heading") return { selectedPath: row?.file.path ?? null, heading: null };
  return { selectedPath: row.heading.files[0]?.path ?? null, heading: row.heading.folder };
}

/** Returns the actions of a click on a line of the list. */
export function clickPolicy(state: AppState, y: number): readonly Action[] {
  const rows = folderRows(state);
  const { top } = keepInView(folderView(state), rows.length, listRows(state));
  const index = y - listHeadRows(state);
  const clicked = index < 0 ? undefined : rows[top + index];
  return clicked === undefined ? [] : [questionAt(state, clicked) ?? setPolicies(selectionOf(clicked))];
}

/**
 * Returns the clauses as a list in visible order, and the general provisions. The axis heads come first, at -1.
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

/** Returns the list of changes, or the text below the matrix, which scrolls from the selected finding on. */
export function detailList(state: AppState, registry: Registry): ListModel | null {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (page === null || policies.pane === "source") return null;
  const { rows } = detailSize(state);
  const { length } = policies.pane === "diff" ? shownChanges(page) : [];
  if (length > 0) {
    const selected = selectedChange(policies) ?? -1;
    return { selected, count: length, rows, select: changeSelected };
  }
  const { last } = detailText(state, page, detailSize(state), registry);
  return scrollingText(policies.paneTop, last + rows, rows, (paneTop) => setPolicies({ paneTop }));
}
