import { partsOf, type PolicyPage } from "../../policy-service/policy-page.ts";
import { type Arrangement, hasFewRows, isPaneShown, type PaneTree, paneSize } from "../../tui/layout.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../tui/state/window.ts";
import { isFiltered } from "../../tui/text-filter.ts";
import { folderRows } from "./list/rows.ts";
import { noticeRows } from "./notice.ts";
import { orderedRows } from "./select/matrix-order.ts";
import { drawnPage, shownFiles, shownPage } from "./select/selection.ts";
import { policiesSlice } from "./state/policies.ts";

/** Minimum rows of the matrix: the axes and a clause. */
const minMatrixRows = 2;
/** Rows around the clauses of a matrix with its heads and sums. */
export const rowsAround = 5;
/** Maximum share of the matrix in the height. */
const maxMatrixShare = 0.55;
/** Rows of the border of a pane. */
const borderRows = 2;
/** Minimum columns of the matrix beside the list. */
const minMatrixColumns = 90;
/** Columns of a window with room for the details of the policy below the list, too. */
const wideColumns = 136;
/** Minimum rows of panes with the policy below the list, whose columns need the width. */
const belowRows = 30;
/** Rows left for the details pane after list and matrix. */
const detailRows = { wide: 10, narrow: 0 };
/** Minimum rows of the details, beyond which a matrix with all clauses takes the rest. */
const leastDetailRows = 8;
/** Share of the height that the list keeps above the policy. */
const leastListShare = 0.3;
/** Columns of the state of the document, and its share in wide windows. */
const stateColumns = { min: 38, max: 56, share: 0.32 };

/** Panes of the Policies screen: the list, and the matrix above the details and the state of the document. */
export const policiesArrangement: Arrangement = {
  id: "policies",
  layout(state, room) {
    const policies = policiesSlice.get(state);
    if (shownFiles(policies).length === 0 && policies.focus === "list") return { pane: "list" };
    const page = drawnPage(policies);
    // A wide window keeps both in place when the focus moves; a narrow one has room for a preview.
    if (room.rows >= belowRows && room.columns >= wideColumns) return stackedTree(state, page, room);
    if (room.rows >= belowRows && policies.focus === "list") return previewTree(state, page, room);
    const list: PaneTree = { pane: "list", share: 0.36, minColumns: 44 };
    return { direction: "row", parts: [list, documentTree(state, page, room)] };
  },
  noticeRows,
  focusedPane(state) {
    const policies = policiesSlice.get(state);
    const page = shownPage(policies);
    if (policies.focus === "list") return "list";
    // Until the policy is loaded, only the pane of its matrix exists.
    if (page === null) return "matrix";
    // A low window shows one pane; a matrix without clauses shows nothing.
    return hasFewRows(state) && page.clauses.length === 0 ? "detail" : policies.focus;
  },
};

/** List above the matrix and the state of the selected policy. */
function previewTree(state: AppState, page: PolicyPage | null, room: Size): PaneTree {
  const list = listAbove(state, room.rows, detailRows.narrow);
  if (page === null) return { direction: "column", parts: [list, { pane: "matrix" }] };
  const side: PaneTree = { pane: "state", size: stateColumns.min, minColumns: stateColumns.min };
  return {
    direction: "column",
    parts: [
      list,
      { direction: "row", parts: [{ pane: "matrix", minRows: minMatrixRows, minColumns: 60 }, side] },
    ],
  };
}

/** List above all panes of the selected policy. */
function stackedTree(state: AppState, page: PolicyPage | null, room: Size): PaneTree {
  const list = listAbove(state, room.rows, detailRows.wide);
  const rows = room.rows - list.size - borderRows;
  return { direction: "column", parts: [list, documentTree(state, page, { ...room, rows })] };
}

/** Returns the list with one row per policy, if that leaves room for the last shown policy. */
function listAbove(state: AppState, rows: number, left: number) {
  const { page } = policiesSlice.get(state);
  const wanted = listHeadRows(state) + folderRows(state).length;
  const matrixRows = (page === null ? 1 : partsOf(page).length) + rowsAround;
  const least = Math.min(wanted, Math.floor(rows * leastListShare));
  const size = Math.min(wanted, Math.max(least, rows - matrixRows - left - 2 * borderRows));
  return { pane: "list", size, minRows: least };
}

function documentTree(state: AppState, page: PolicyPage | null, { columns, rows }: Size): PaneTree {
  const share = 0.64;
  const { pane, order } = policiesSlice.get(state);
  if (page === null) return { pane: "matrix", share, minColumns: minMatrixColumns };
  // A low window has room for one pane.
  const minRows = hasFewRows(state) ? rows : Math.max(1, Math.min(6, Math.floor(rows / 4)));
  // A document without readable clauses has one row for that message.
  const wanted = page.clauses.length === 0 ? 1 : orderedRows(page, order).length + rowsAround;
  const least = Math.min(wanted, Math.max(minMatrixRows, minRows));
  const roomy = rows - detailRows.wide - borderRows;
  // All clauses are worth some rows of the details.
  const whole = rows - leastDetailRows - borderRows;
  const most = Math.max(Math.floor(rows * maxMatrixShare) - 1, wanted <= whole ? whole : roomy);
  const size = Math.min(wanted, Math.max(least, most));
  const matrix: PaneTree = { pane: "matrix", size, minRows: least, minColumns: minMatrixColumns };
  const detail: PaneTree = { pane: "detail", minRows, minColumns: 56 };
  // A source needs the columns more than the state does.
  if (pane === "source") return { direction: "column", share, parts: [matrix, detail] };
  const { min, max } = stateColumns;
  const stateSize = Math.max(min, Math.min(max, Math.floor(columns * stateColumns.share)));
  const side: PaneTree = { pane: "state", size: stateSize, minRows, minColumns: min };
  return {
    direction: "column",
    share,
    parts: [matrix, { direction: "row", parts: [detail, side] }],
  };
}

/** Returns true if the list has a row for its filter or directory; a low window shows no directory. */
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

/** Returns the size of the text below the matrix. */
export function detailSize(state: AppState): Size {
  return paneSize(state, policiesArrangement, "detail");
}

/** Returns true if the state of the document has its own pane, skipped by a screen reader. */
export function isStateShown(state: AppState): boolean {
  return !windowSlice.get(state).isLinear && isPaneShown(state, policiesArrangement, "state");
}

/** Returns the size of the matrix. */
export function matrixSize(state: AppState): Size {
  return paneSize(state, policiesArrangement, "matrix");
}
