import { bodyRows } from "../../tui/layout.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import type { PolicyPage } from "./page/policy-page.ts";

/** Minimum columns for the list and the document side by side. */
const wideColumns = 140;
/** Maximum columns of the list. */
const maxListColumns = 80;
const minDocumentColumns = 92;
const minListColumns = 45;
/** Lines above the list: directory or filter, and column titles. */
const listHeadLines = 2;

export interface PoliciesLayout {
  readonly sideBySide: boolean;
  readonly listColumns: number;
  readonly listRows: number;
  readonly documentColumns: number;
  readonly documentRows: number;
}

/** Computes the sizes of list and document. */
export function policiesLayout(state: AppState): PoliciesLayout {
  const { size } = windowSlice.get(state);
  const { columns } = size;
  const rows = bodyRows(size);
  const sideBySide = columns >= wideColumns;
  const listShare = Math.max(minListColumns, Math.floor(columns * 0.38));
  const listColumns = sideBySide
    ? Math.min(listShare, maxListColumns, columns - 3 - minDocumentColumns)
    : columns;
  return {
    sideBySide,
    listColumns,
    listRows: Math.max(1, rows - listHeadLines),
    documentColumns: sideBySide ? columns - listColumns - 3 : columns,
    documentRows: rows,
  };
}

/** Distribution of a document's rows. */
export interface DocumentRows {
  /** Rows of clauses. */
  readonly clauses: number;
  readonly hasCoverage: boolean;
  readonly hasLegend: boolean;
  /** Rows below the pane names. */
  readonly pane: number;
}

/** Rows of the document header, the axis names and the pane names. */
const fixedRows = 3;
/** Minimum rows of the pane, but at most half of those shared with the clauses. */
const minPaneRows = 6;
/** Minimum rows of clauses, if the pane keeps its minimum. */
const minClauses = 5;

/**
 * Distributes the rows of a document. The clauses get the rows that the pane does not want, but at least
 * `minClauses`.
 * @param wanted number of rows that the text of the pane needs
 */
export function documentRows(page: PolicyPage, rows: number, wanted: number): DocumentRows {
  const hasCoverage = rows >= 8;
  const hasLegend = rows >= 16;
  const shared = Math.max(0, rows - fixedRows - Number(hasCoverage) - Number(hasLegend));
  const minPane = Math.min(minPaneRows, Math.floor(shared / 2));
  const maxClauses = Math.max(1, Math.min(page.clauses.length, shared - minPane));
  const clauses = Math.max(
    Math.min(minClauses, maxClauses),
    Math.min(maxClauses, shared - Math.max(minPane, wanted)),
  );
  return { clauses, hasCoverage, hasLegend, pane: Math.max(0, shared - clauses) };
}
