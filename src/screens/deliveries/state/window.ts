import type { Delivery } from "../../../model/delivery.ts";
import { keepInView } from "../../../tui/list.ts";

/** Rows of the list that are loaded: a window of the log, its selection and its scroll position. */
export interface RowWindow {
  /** Consecutive matches of the filter in the order of the list, newest first if it is the usual one. */
  readonly rows: readonly Delivery[];
  /** True if the list has more rows above these. */
  readonly moreAbove: boolean;
  /** True if the list has more rows below these. */
  readonly moreBelow: boolean;
  /** False until rows of the current filter and order are loaded. */
  readonly loaded: boolean;
  readonly selectedSeq: number | null;
  /** Seq of the first visible row. */
  readonly topSeq: number | null;
  /** Rows the selection still has to move once they are loaded: positive downward, negative upward. */
  readonly ahead: number;
  /** True while reading the last rows, to select the last one. */
  readonly lastWanted: boolean;
  readonly following: boolean;
  /** Newest known seq of the log. */
  readonly lastSeq: number;
  /** `lastSeq` at the pause of following; later deliveries are new. */
  readonly pausedAtSeq: number;
}

export const emptyWindow: RowWindow = {
  rows: [],
  moreAbove: false,
  moreBelow: false,
  loaded: false,
  selectedSeq: null,
  topSeq: null,
  ahead: 0,
  lastWanted: false,
  following: true,
  lastSeq: 0,
  pausedAtSeq: 0,
};

/** Maximum rows after another page is added; more are dropped at the end farther from the selection. */
export const windowRows = 600;

/** Returns the index of the selected row, or of the next older row if it is missing; -1 for an empty window. */
export function selectedIndex({ rows, selectedSeq }: Pick<RowWindow, "rows" | "selectedSeq">): number {
  if (rows.length === 0) return -1;
  if (selectedSeq === null) return 0;
  const index = indexOfSeq(rows, selectedSeq);
  return index === -1 ? rows.length - 1 : index;
}

/** Returns the index of a delivery, or of the first older one if it is missing; -1 without one. */
export function indexOfSeq(rows: readonly Delivery[], wanted: number): number {
  const index = rows.findIndex(({ seq }) => seq === wanted);
  return index === -1 ? rows.findIndex(({ seq }) => seq < wanted) : index;
}

/** Returns rows without those of a list; in a sorted log, a row may have moved meanwhile. */
export function otherRows(rows: readonly Delivery[], known: readonly Delivery[]): readonly Delivery[] {
  const seqs = new Set(known.map(({ seq }) => seq));
  return rows.filter(({ seq }) => !seqs.has(seq));
}

/** Returns the index of the first visible row: that of `topSeq`, moved as needed to show the selected row. */
export function topIndex(shown: Pick<RowWindow, "rows" | "selectedSeq" | "topSeq">, height: number): number {
  const { rows, topSeq } = shown;
  const selected = selectedIndex(shown);
  const found = topSeq === null ? 0 : indexOfSeq(rows, topSeq);
  const top = found === -1 ? selected : found;
  return Math.max(0, Math.min(Math.max(top, selected - height + 1), selected));
}

/** Pauses following; later deliveries count as new. */
export function paused<S extends RowWindow>(state: S): S {
  return state.following ? { ...state, following: false, pausedAtSeq: state.lastSeq } : state;
}

/** Finishes a move that waited for rows, and bounds the window. */
export function completeMove<S extends RowWindow>(state: S, height: number): S {
  const { ahead } = state;
  const joined = { ...state, ahead: 0 };
  if (ahead === 0) return trimmed(joined);
  return trimmed(selected(joined, selectedIndex(joined) + ahead, height));
}

/** Drops rows beyond `windowRows`, at the end farther from the selection. */
function trimmed<S extends RowWindow>(state: S): S {
  const { rows, moreAbove, moreBelow } = state;
  if (rows.length <= windowRows) return state;
  const isNearBottom = selectedIndex(state) > rows.length / 2;
  return {
    ...state,
    rows: isNearBottom ? rows.slice(-windowRows) : rows.slice(0, windowRows),
    moreAbove: moreAbove || isNearBottom,
    moreBelow: moreBelow || !isNearBottom,
  };
}

/**
 * Selects the row at an index, or the nearest loaded one; the remainder becomes `ahead` if there are more
 * rows in that direction. While other rows are wanted, the whole move waits for them. Leaving the newest row pauses following.
 */
export function selected<S extends RowWindow>(state: S, index: number, height: number): S {
  const { rows, following, moreAbove, moreBelow, lastSeq, pausedAtSeq, loaded } = state;
  if (rows.length === 0) return state;
  if (!loaded) return { ...state, ahead: index - selectedIndex(state) };
  const row = Math.max(0, Math.min(index, rows.length - 1));
  const staysOnTop = row === 0 && !moreAbove;
  const beyond = index - row;
  const { top } = keepInView({ selected: row, top: topIndex(state, height) }, rows.length, height);
  return {
    ...state,
    selectedSeq: rows[row]?.seq ?? null,
    topSeq: rows[top]?.seq ?? null,
    ahead: (beyond > 0 && moreBelow) || (beyond < 0 && moreAbove) ? beyond : 0,
    following: following && staysOnTop,
    pausedAtSeq: following && !staysOnTop ? lastSeq : pausedAtSeq,
  };
}
