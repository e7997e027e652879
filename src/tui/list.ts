import { count as formatCount } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";
import type { Action } from "./state/slice.ts";

/** Position of a list: the selected item and the first visible item, by index. */
export interface ListView {
  readonly selected: number;
  readonly top: number;
}

/** Clamps the selection to the list and scrolls as little as possible to show it. */
export function keepInView(view: ListView, count: number, height: number): ListView {
  const selected = Math.max(0, Math.min(view.selected, count - 1));
  const scrolled = Math.min(Math.max(view.top, selected - height + 1), selected);
  return { selected, top: Math.max(0, Math.min(scrolled, count - height)) };
}

/** List, or text that scrolls by its first line. */
export interface ListModel {
  /** Index of the selected row or, in a text, of the first visible line. */
  readonly selected: number;
  /** Number of rows or, in a text, of scroll positions. */
  readonly count: number;
  /** Number of visible rows. */
  readonly rows: number;
  /** Returns the action that selects a row; an index out of range selects the nearest. */
  select(index: number): Action;
  /** IDs of the commands that select the first and the last row, if these may need loading. */
  readonly ends?: { readonly first: string; readonly last: string };
  /** Position of the first loaded row among all rows, from 0, and their number; null while unknown. */
  readonly loadedPart?: { readonly from: number; readonly all: number } | null;
}

/** Creates the model of a list with a selected and a first visible row. */
export function viewList(
  view: ListView,
  count: number,
  rows: number,
  put: (moved: ListView) => Action,
): ListModel {
  return {
    selected: view.selected,
    count,
    rows,
    select: (selected) => put(keepInView({ ...view, selected }, count, rows)),
  };
}

/** Creates the scroll model of a text, up to its last page. */
export function scrollingText(
  top: number,
  lines: number,
  rows: number,
  put: (top: number) => Action,
): ListModel {
  const last = Math.max(0, lines - rows);
  return {
    selected: Math.min(top, last),
    count: last + 1,
    rows,
    select: (wanted) => put(Math.max(0, Math.min(wanted, last))),
  };
}

/** Returns the action that selects a clicked row; none if the index is out of range. */
export function clickRow(list: ListModel, index: number): readonly Action[] {
  return index >= 0 && index < list.count ? [list.select(index)] : [];
}

/** Formats the visible part of a list or text: `1-36 of 280,017`; empty if there is nothing. */
export function positionOf(top: number, rows: number, total: number): Visible {
  if (total === 0) return v``;
  const last = Math.min(top + rows, total);
  return v`${formatCount(Math.min(top + 1, last))}-${formatCount(last)} of ${formatCount(total)}`;
}
