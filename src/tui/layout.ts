import type { AppState } from "./state/slice.ts";
import { type Size, windowSlice } from "./state/window.ts";

/** Minimum size of the terminal in cells. */
export const minSize = { columns: 40, rows: 10 };

/** Rows of the window outside of the panes: the header above, status and keys below. */
export const outerRows = { above: 1, below: 2 };

/** Window rows below which panes have only a top border. */
const compactRows = 14;

/** Area of the terminal in cells. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Position in cells. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pane of a screen, by its ID. Its sizes are those of its content, without the border. */
export interface PaneLeaf {
  readonly pane: string;
  /** Share of the room that the parts of a split without `size` divide. @default 1 */
  readonly share?: number;
  /** Wanted rows or columns of the content, in the direction of the split. */
  readonly size?: number;
  /** Minimum columns of the content beside other panes. @default 20 */
  readonly minColumns?: number;
  /** Minimum rows of the content above or below other panes. @default 2 */
  readonly minRows?: number;
}

/** Panes side by side (`row`) or one above the other (`column`). */
export interface PaneSplit {
  readonly direction: "row" | "column";
  readonly parts: readonly PaneTree[];
  /** Share of the room in the split that contains this one. @default 1 */
  readonly share?: number;
}

export type PaneTree = PaneLeaf | PaneSplit;

/** Arrangement of a screen's panes. */
export interface Arrangement {
  /** ID of the screen. */
  readonly id: string;
  /**
   * Returns the panes of the screen. Of a split whose minimum sizes do not fit, only the part with the focused
   * pane is visible.
   * @param room size of the area that the panes share
   */
  layout(state: AppState, room: Size): PaneTree;
  /** Returns the ID of the pane that receives keys. */
  focusedPane(state: AppState): string;
}

/** Visible pane with its area, and the area of its content within the border. */
export interface PlacedPane {
  readonly id: string;
  readonly rect: Rect;
  readonly inner: Rect;
}

/** Returns true if panes have only a top border. */
export function isCompact({ rows }: Size): boolean {
  return rows < compactRows;
}

/** Places the visible panes of a screen, in the order of its tree. Drawing, scrolling and the mouse use it. */
export function placePanes(state: AppState, arrangement: Arrangement): readonly PlacedPane[] {
  const { size } = windowSlice.get(state);
  const rect = bodyRect(size);
  const placed: PlacedPane[] = [];
  const border = isCompact(size) ? { columns: 1, rows: 1 } : { columns: 2, rows: 2 };
  const focused = arrangement.focusedPane(state);
  place(arrangement.layout(state, rect), rect, { border, focused, isCompact: isCompact(size) }, placed);
  return placed;
}

/** Returns the size of a pane's content; a hidden pane has the size that it has alone. */
export function paneSize(state: AppState, arrangement: Arrangement, id: string): Size {
  const shown = placePanes(state, arrangement).find((pane) => pane.id === id);
  if (shown !== undefined) return shown.inner;
  const { size } = windowSlice.get(state);
  return innerRect(bodyRect(size), isCompact(size));
}

/** Returns true if a pane is visible. */
export function isPaneShown(state: AppState, arrangement: Arrangement, id: string): boolean {
  return placePanes(state, arrangement).some((pane) => pane.id === id);
}

/** Returns true if an area contains a position. */
export function contains({ x, y, columns, rows }: Rect, point: Point): boolean {
  return point.x >= x && point.x < x + columns && point.y >= y && point.y < y + rows;
}

function bodyRect({ columns, rows }: Size): Rect {
  const left = Math.max(0, rows - outerRows.above - outerRows.below);
  return { x: 0, y: outerRows.above, columns, rows: left };
}

/** Returns the area within the border. Without side borders, a pane right of another keeps a line between them. */
function innerRect({ x, y, columns, rows }: Rect, compact: boolean): Rect {
  const left = compact && x === 0 ? 0 : 1;
  const right = compact ? 0 : 1;
  return {
    x: x + left,
    y: y + 1,
    columns: Math.max(1, columns - left - right),
    rows: Math.max(1, rows - (compact ? 1 : 2)),
  };
}

interface Placing {
  readonly border: Size;
  readonly focused: string;
  readonly isCompact: boolean;
}

function place(tree: PaneTree, rect: Rect, placing: Placing, placed: PlacedPane[]): void {
  if ("pane" in tree) {
    placed.push({ id: tree.pane, rect, inner: innerRect(rect, placing.isCompact) });
    return;
  }
  const { direction, parts } = tree;
  const axis = direction === "row" ? "columns" : "rows";
  const minima = parts.map((part) => minimum(part, axis, placing.border));
  if (sum(minima) > rect[axis]) {
    const shown = parts.find((part) => hasPane(part, placing.focused)) ?? parts[0];
    if (shown !== undefined) place(shown, rect, placing, placed);
    return;
  }
  let offset = 0;
  const sizes = divide(rect[axis], parts, minima, placing.border[axis]);
  for (const [index, part] of parts.entries()) {
    const length = sizes[index] ?? 0;
    const area =
      axis === "columns"
        ? { ...rect, x: rect.x + offset, columns: length }
        : { ...rect, y: rect.y + offset, rows: length };
    place(part, area, placing, placed);
    offset += length;
  }
}

/** Returns the least columns or rows of a part, which may show only one of its own parts. */
function minimum(tree: PaneTree, axis: "columns" | "rows", border: Size): number {
  if (!("pane" in tree)) return Math.max(...tree.parts.map((part) => minimum(part, axis, border)));
  const { minColumns = 20, minRows = 2 } = tree;
  return (axis === "columns" ? minColumns : minRows) + border[axis];
}

function hasPane(tree: PaneTree, id: string): boolean {
  return "pane" in tree ? tree.pane === id : tree.parts.some((part) => hasPane(part, id));
}

/** Divides a length: parts with a wanted size get it, the others share the rest; each has its minimum. */
function divide(
  length: number,
  parts: readonly PaneTree[],
  minima: readonly number[],
  border: number,
): readonly number[] {
  const wanted = parts.map((part) => ("pane" in part && part.size !== undefined ? part.size + border : null));
  const shares = parts.map(({ share = 1 }, index) => (wanted[index] === null ? share : 0));
  let rest = length;
  return parts.map((_, index) => {
    const later = index + 1;
    if (later === parts.length) return rest;
    const free = rest - sum(wanted.slice(later).map((size) => size ?? 0));
    const share = shares[index] ?? 0;
    const size = wanted[index] ?? Math.round((free * share) / (share + sum(shares.slice(later))));
    const most = rest - sum(minima.slice(later));
    const taken = Math.min(Math.max(size, minima[index] ?? 0), most);
    rest -= taken;
    return taken;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
