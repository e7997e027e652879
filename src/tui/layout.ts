import { kept } from "./state/kept.ts";
import { layoutSlice } from "./state/layout.ts";
import type { AppState } from "./state/slice.ts";
import { type Size, windowSlice } from "./state/window.ts";

/** Minimum size of the terminal in cells. */
export const minSize = { columns: 40, rows: 10 };

/** Window rows outside the panes: the header above, status and keys below. */
export const outerRows = { above: 1, below: 2 };

/** Minimum window rows for panes with all borders. */
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

/** Pane of a screen, by ID. Sizes are of its content, without the border. */
export interface PaneLeaf {
  readonly pane: string;
  /**
   * Share of the room that parts of a split without `size` divide.
   * @default 1
   */
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

/** List with the detail of its selected row beside it. */
export const listBesideDetail: PaneTree = {
  direction: "row",
  parts: [
    { pane: "list", share: 0.62, minColumns: 68 },
    { pane: "detail", share: 0.38, minColumns: 38 },
  ],
};

/** Arrangement of a screen's panes. */
export interface Arrangement {
  /** ID of the screen. */
  readonly id: string;
  /**
   * Returns the panes of the screen. A split too small for its minimum sizes shows only its focused part.
   * @param room size of the area shared by the panes
   */
  layout(state: AppState, room: Size): PaneTree;
  /** Returns the ID of the pane that receives keys. */
  focusedPane(state: AppState): string;
  /** Returns the rows of the screen's notice above the panes. @default none */
  noticeRows?(state: AppState): number;
}

/** Visible pane with its area, and the area of its content within the border. */
export interface PlacedPane {
  readonly id: string;
  readonly rect: Rect;
  readonly inner: Rect;
}

/** Split that a key can resize. */
export interface ShownSplit {
  /** Name under which its size is kept. */
  readonly name: string;
  readonly direction: PaneSplit["direction"];
  /** IDs of the panes of the first part. */
  readonly firstPanes: readonly string[];
  /** Share of the first part, and its bounds. */
  readonly share: number;
  readonly min: number;
  readonly max: number;
}

interface Layout {
  readonly panes: readonly PlacedPane[];
  /** IDs of the visible panes and of panes without room, in the order of the tree. */
  readonly reachable: readonly string[];
  /** Visible splits, the outermost first. */
  readonly splits: readonly ShownSplit[];
}

/** Returns true if panes have only a top border. */
export function isCompact({ rows }: Size): boolean {
  return rows < compactRows;
}

/** Returns true if the window is too low for helpful extra lines, such as the hint of an empty filter. */
export function hasFewRows(state: AppState): boolean {
  return isCompact(windowSlice.get(state).size);
}

/** Places the visible panes of a screen, in the order of its tree. Shared by drawing, scrolling and the mouse. */
export function placePanes(state: AppState, arrangement: Arrangement): readonly PlacedPane[] {
  return keptLayout(arrangement, state, arrangement).panes;
}

/** Returns the IDs of the focusable panes: visible ones, and those without room. */
export function reachablePanes(state: AppState, arrangement: Arrangement): readonly string[] {
  return keptLayout(arrangement, state, arrangement).reachable;
}

/** Returns the outermost visible split; null if one pane is visible. */
export function shownSplit(state: AppState, arrangement: Arrangement): ShownSplit | null {
  return keptLayout(arrangement, state, arrangement).splits[0] ?? null;
}

/** Layouts of the screens: drawing a frame and handling a key ask for one twenty times. */
const keptLayout = kept(layOut);

function layOut(state: AppState, arrangement: Arrangement): Layout {
  const { size } = windowSlice.get(state);
  const { zooms, splits } = layoutSlice.get(state);
  const { id } = arrangement;
  const rect = bodyRect(size, arrangement.noticeRows?.(state) ?? 0);
  const compact = isCompact(size);
  const layout: Mutable<Layout> = { panes: [], reachable: [], splits: [] };
  place(
    arrangement.layout(state, rect),
    rect,
    {
      screen: id,
      border: compact ? { columns: 1, rows: 1 } : { columns: 2, rows: 2 },
      focused: arrangement.focusedPane(state),
      isCompact: compact,
      zoom: zooms[id] ?? 0,
      shares: splits,
    },
    layout,
  );
  return layout;
}

/** Returns the size of a pane's content; for a hidden pane, its size when shown alone. */
export function paneSize(state: AppState, arrangement: Arrangement, id: string): Size {
  const shown = placePanes(state, arrangement).find((pane) => pane.id === id);
  if (shown !== undefined) return shown.inner;
  const { size } = windowSlice.get(state);
  return innerRect(bodyRect(size, arrangement.noticeRows?.(state) ?? 0), isCompact(size));
}

/** Returns true if a pane is visible. */
export function isPaneShown(state: AppState, arrangement: Arrangement, id: string): boolean {
  return placePanes(state, arrangement).some((pane) => pane.id === id);
}

/** Returns true if an area contains a position. */
export function contains({ x, y, columns, rows }: Rect, point: Point): boolean {
  return point.x >= x && point.x < x + columns && point.y >= y && point.y < y + rows;
}

function bodyRect({ columns, rows }: Size, notice: number): Rect {
  const above = outerRows.above + notice;
  return { x: 0, y: above, columns, rows: Math.max(0, rows - above - outerRows.below) };
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

interface Placing {
  readonly screen: string;
  readonly border: Size;
  readonly focused: string;
  readonly isCompact: boolean;
  /** Remaining levels of splits with only their focused part. */
  readonly zoom: number;
  /** Shares of the first parts of resized splits, by name. */
  readonly shares: Readonly<Record<string, number>>;
}

function place(tree: PaneTree, rect: Rect, placing: Placing, layout: Mutable<Layout>): void {
  if ("pane" in tree) {
    layout.panes.push({ id: tree.pane, rect, inner: innerRect(rect, placing.isCompact) });
    layout.reachable.push(tree.pane);
    return;
  }
  const { direction, parts } = tree;
  const axis = direction === "row" ? "columns" : "rows";
  const minima = parts.map((part) => minimum(part, axis, placing.border));
  if (placing.zoom > 0 || sum(minima) > rect[axis]) {
    const shown = parts.find((part) => hasPane(part, placing.focused)) ?? parts[0];
    const zoom = Math.max(0, placing.zoom - 1);
    if (shown === undefined) return;
    const own: Mutable<Layout> = { ...layout, reachable: [] };
    place(shown, rect, { ...placing, zoom }, own);
    // A zoomed split hides its other parts on purpose.
    const others = (part: PaneTree) => (part === shown ? own.reachable : panesOf([part]));
    layout.reachable.push(...(placing.zoom > 0 ? own.reachable : parts.flatMap(others)));
    return;
  }
  let offset = 0;
  const firstPanes = panesOf(parts.slice(0, 1));
  // A split is named after its first pane: its size survives other changes of the tree.
  const name = `${placing.screen}.${firstPanes[0] ?? ""}`;
  const resized = placing.shares[name];
  const wanted = wantedSizes(parts, placing.border[axis]);
  const sizes = divide(
    rect[axis],
    parts.map(({ share = 1 }) => share),
    resized === undefined ? wanted : [Math.round(resized * rect[axis]), ...wanted.slice(1)],
    minima,
  );
  layout.splits.push({
    name,
    direction,
    firstPanes,
    share: (sizes[0] ?? 0) / rect[axis],
    min: (minima[0] ?? 0) / rect[axis],
    max: (rect[axis] - sum(minima.slice(1))) / rect[axis],
  });
  for (const [index, part] of parts.entries()) {
    const length = sizes[index] ?? 0;
    const area =
      axis === "columns"
        ? { ...rect, x: rect.x + offset, columns: length }
        : { ...rect, y: rect.y + offset, rows: length };
    place(part, area, placing, layout);
    offset += length;
  }
}

/** Returns the minimum columns or rows of a part; it may show only one of its own parts. */
function minimum(tree: PaneTree, axis: "columns" | "rows", border: Size): number {
  if (!("pane" in tree)) return Math.max(...tree.parts.map((part) => minimum(part, axis, border)));
  const { minColumns = 20, minRows = 2 } = tree;
  return (axis === "columns" ? minColumns : minRows) + border[axis];
}

function hasPane(tree: PaneTree, id: string): boolean {
  return panesOf([tree]).includes(id);
}

/** Returns the IDs of all panes of trees, in order. */
function panesOf(trees: readonly PaneTree[]): readonly string[] {
  return trees.flatMap((tree) => ("pane" in tree ? [tree.pane] : panesOf(tree.parts)));
}

function wantedSizes(parts: readonly PaneTree[], border: number): readonly (number | null)[] {
  return parts.map((part) => ("pane" in part && part.size !== undefined ? part.size + border : null));
}

/** Divides a length: parts with a wanted size get it, the others share the rest; each gets its minimum. */
function divide(
  length: number,
  partShares: readonly number[],
  wanted: readonly (number | null)[],
  minima: readonly number[],
): readonly number[] {
  const shares = partShares.map((share, index) => (wanted[index] === null ? share : 0));
  let rest = length;
  return partShares.map((_, index) => {
    const later = index + 1;
    if (later === partShares.length) return rest;
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
