import type { AppState } from "./state/slice.ts";
import { type Size, windowSlice } from "./state/window.ts";

/** Minimum size of the terminal in cells. */
export const minSize = { columns: 40, rows: 10 };

/** Minimum columns for list and detail side by side. */
const wideColumns = 100;
/** Maximum columns of the list next to a detail. */
const maxListColumns = 104;

/** Rows above the body: header, tabs and rule. Rows below it: status and keys. */
export const frameRows = { above: 3, below: 2 };

/** Minimum rows of text left by a full header. */
const minTextRows = 4;

/** Fixed lines of a screen with a list and a detail. */
export interface PaneLines {
  /** Lines above the list. */
  readonly list: number;
  /** Lines above the detail's header. */
  readonly detail: number;
  /** Maximum and minimum header lines of the detail. */
  readonly header: { readonly max: number; readonly min: number };
}

/** Sizes of a list and its detail. */
export interface PaneLayout {
  readonly columns: number;
  /** Rows between the rule under the tabs and the status line. */
  readonly bodyRows: number;
  /** Rows of the list without the lines above it; at least 1. */
  readonly listRows: number;
  /** True if list and detail are both visible. */
  readonly sideBySide: boolean;
  readonly listColumns: number;
  readonly detailColumns: number;
  /** Header lines of the detail: the maximum if enough rows remain for its text, otherwise the minimum. */
  readonly headLines: number;
  /** Rows of the detail's text below its header; at least 1. */
  readonly detailRows: number;
}

export function bodyRows({ rows }: Size): number {
  return Math.max(0, rows - frameRows.above - frameRows.below);
}

/** Returns the sizes for drawing, scrolling and the mouse. */
export function paneLayout(state: AppState, { list, detail, header }: PaneLines): PaneLayout {
  const { size } = windowSlice.get(state);
  const { columns } = size;
  const rows = bodyRows(size);
  const sideBySide = columns >= wideColumns;
  // The list has a maximum width; the rest goes to the detail.
  const listShare = Math.min(Math.max(60, Math.floor(columns * 0.62)), columns - 40, maxListColumns);
  const listColumns = sideBySide ? listShare : columns;
  const textRows = rows - detail;
  const headLines = textRows - header.max >= minTextRows ? header.max : header.min;
  return {
    columns,
    bodyRows: rows,
    listRows: Math.max(1, rows - list),
    sideBySide,
    listColumns,
    detailColumns: sideBySide ? columns - listColumns - 3 : columns,
    headLines,
    detailRows: Math.max(1, textRows - headLines),
  };
}
