import { type Arrangement, hasFewRows, type PaneTree, paneSize } from "../../tui/layout.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { isFiltered } from "../../tui/text-filter.ts";
import type { PolicyPage } from "./page/policy-page.ts";
import { policiesSlice, shownFiles, shownPage } from "./state.ts";

/** Row of axes above the clauses. */
export const matrixHeadRows = 1;
/** Minimum rows of a matrix that shows coverage but not all clauses. */
const coverageRows = 6;
/** Maximum share of the matrix in the height. */
const maxMatrixShare = 0.55;
/** Minimum columns of the matrix beside the list. */
const minMatrixColumns = 90;

/** Panes of the Policies screen: the list, and the matrix above the findings, the cell or the summary. */
export const policiesArrangement: Arrangement = {
  id: "policies",
  layout(state, room) {
    const policies = policiesSlice.get(state);
    if (shownFiles(policies).length === 0 && policies.focus === "list") return { pane: "list" };
    const list: PaneTree = { pane: "list", share: 0.36, minColumns: 44 };
    return { direction: "row", parts: [list, documentTree(state, shownPage(policies), room)] };
  },
  focusedPane(state) {
    const policies = policiesSlice.get(state);
    const page = shownPage(policies);
    if (policies.focus === "list") return "list";
    // Until the policy is loaded, only the pane of its matrix exists.
    if (page === null) return "matrix";
    // A low window shows one pane, and a matrix without clauses says nothing.
    return hasFewRows(state) && page.clauses.length === 0 ? "detail" : policies.focus;
  },
};

function documentTree(state: AppState, page: PolicyPage | null, { rows }: Size): PaneTree {
  const share = 0.64;
  const { pane } = policiesSlice.get(state);
  if (page === null) return { pane: "matrix", share, minColumns: minMatrixColumns };
  // A low window has room for one pane.
  const minRows = hasFewRows(state) ? rows : Math.max(1, Math.min(6, Math.floor(rows / 4)));
  // A document without readable clauses has one row that says so.
  const wanted = page.clauses.length === 0 ? 1 : page.clauses.length + matrixHeadRows + 1;
  const minMatrixRows = Math.min(wanted, Math.max(matrixHeadRows + 1, minRows));
  const size = Math.min(wanted, Math.max(minMatrixRows, Math.floor(rows * maxMatrixShare) - 1));
  const matrix: PaneTree = {
    pane: "matrix",
    size,
    minRows: minMatrixRows,
    minColumns: minMatrixColumns,
  };
  const detail: PaneTree = { pane: "detail", share: 0.58, minRows, minColumns: 56 };
  if (pane === "summary" || pane === "source" || page.facts === null)
    return { direction: "column", share, parts: [matrix, detail] };
  const summary: PaneTree = { pane: "summary", share: 0.42, minRows, minColumns: 42 };
  return {
    direction: "column",
    share,
    parts: [matrix, { direction: "row", parts: [detail, summary] }],
  };
}

/** Returns true if the list has a row for its filter or directory; a low window has none for the directory. */
export function hasTopLine(state: AppState): boolean {
  return isFiltered(policiesSlice.get(state)) || !hasFewRows(state);
}

/** Returns the rows above the list: directory or filter, and column titles. */
export function listHeadRows(state: AppState): number {
  return hasTopLine(state) ? 2 : 1;
}

/** Returns the rows of the list without the lines above it; at least 1. */
export function listRows(state: AppState): number {
  return Math.max(1, paneSize(state, policiesArrangement, "list").rows - listHeadRows(state));
}

/** Returns the number of clauses that a matrix of this size shows, and whether its coverage fits. */
export function matrixRows(
  { clauses }: PolicyPage,
  { rows }: Size,
): { readonly clauses: number; readonly hasCoverage: boolean } {
  const hasCoverage = rows >= Math.min(coverageRows, clauses.length + matrixHeadRows + 1);
  return { clauses: Math.max(1, rows - matrixHeadRows - Number(hasCoverage)), hasCoverage };
}

/** Returns the size of the text below the matrix. */
export function detailSize(state: AppState): Size {
  return paneSize(state, policiesArrangement, "detail");
}

/** Returns the size of the matrix. */
export function matrixSize(state: AppState): Size {
  return paneSize(state, policiesArrangement, "matrix");
}
