import { layoutOf } from "../layout.ts";
import type { AppState } from "../state/app-state.ts";
import type { PolicyPage } from "./policy-page.ts";

/** From so many columns on, list and document stand side by side: the matrix has all its axes in ninety. */
const wideColumns = 140;
/** With so many a row of the list says all. */
const listColumnsEnough = 80;
const documentColumnsLeast = 92;
const listColumnsLeast = 45;
/** Lines above the list: which folder or filter it is, and the titles of the columns. */
const listHeadLines = 2;

export interface PoliciesLayout {
  readonly sideBySide: boolean;
  readonly listColumns: number;
  readonly listRows: number;
  readonly documentColumns: number;
  readonly documentRows: number;
}

/** Where list and document stand in a window. */
export function policiesLayout(state: Pick<AppState, "size" | "screen">): PoliciesLayout {
  const { columns, bodyRows } = layoutOf(state);
  const sideBySide = columns >= wideColumns;
  const listShare = Math.max(listColumnsLeast, Math.floor(columns * 0.38));
  const listColumns = sideBySide
    ? Math.min(listShare, listColumnsEnough, columns - 3 - documentColumnsLeast)
    : columns;
  return {
    sideBySide,
    listColumns,
    listRows: Math.max(1, bodyRows - listHeadLines),
    documentColumns: sideBySide ? columns - listColumns - 3 : columns,
    documentRows: bodyRows,
  };
}

/** How the rows of a document are shared out. */
export interface DocumentRows {
  /** Rows of clauses. */
  readonly clauses: number;
  readonly hasCoverage: boolean;
  readonly hasLegend: boolean;
  /** Rows below the line with the names of the panes. */
  readonly pane: number;
}

/** Head of the document, names of the axes, names of the panes. */
const fixedRows = 3;
/** A finding with its lines, and what to do. */
const paneRowsLeast = 6;
/** Of the clauses so many stay in sight however much there is to read below. */
const clausesLeast = 5;

/**
 * Shares out the rows of a document: all its clauses where that leaves enough to read below them.
 * @param wanted rows of what is to be read below the matrix
 */
export function documentRows(page: PolicyPage, rows: number, wanted: number): DocumentRows {
  const hasCoverage = rows >= 8;
  const hasLegend = rows >= 16;
  const shared = Math.max(0, rows - fixedRows - Number(hasCoverage) - Number(hasLegend));
  const paneLeast = Math.min(paneRowsLeast, Math.floor(shared / 2));
  const clausesMost = Math.max(1, Math.min(page.clauses.length, shared - paneLeast));
  const clauses = Math.max(
    Math.min(clausesLeast, clausesMost),
    Math.min(clausesMost, shared - Math.max(paneLeast, wanted)),
  );
  return { clauses, hasCoverage, hasLegend, pane: Math.max(0, shared - clauses) };
}
