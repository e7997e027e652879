import type { Line } from "../text/line.ts";
import { blank, fitLine, line, span } from "../text/line.ts";
import { v } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import { wrapWords } from "../text/wrap.ts";
import { toastBox } from "./dialogs/toast-box.ts";
import { shownScreen } from "./focus.ts";
import { headerLine } from "./frame/header-line.ts";
import { keyLine, keySpans } from "./frame/key-line.ts";
import { isTooLong, statusLine, toastOf } from "./frame/status-line.ts";
import { minSize, type PlacedPane, placePanes, type Point } from "./layout.ts";
import { positionOf } from "./list.ts";
import { paneText } from "./pane-text.ts";
import type { Registry } from "./records/registry.ts";
import type { PaneContent, Floating, Screen } from "./records/screen.ts";
import { kept } from "./state/kept.ts";
import { navSlice } from "./state/nav.ts";
import type { AppState } from "./state/slice.ts";
import { type Size, windowSlice } from "./state/window.ts";

/** Pane with its content and its place. */
export interface FramedPane extends PlacedPane, PaneContent {
  readonly isFocused: boolean;
  /** True if other panes are visible and the focus must be, too. */
  readonly hasOthers: boolean;
}

/** Lines, panes and dialogs of the screen, before their layout. */
export interface Frame {
  readonly size: Size;
  /** Header and notice of the screen, or the message about a small terminal. */
  readonly above: readonly Line[];
  readonly panes: readonly FramedPane[];
  /** Status and keys. */
  readonly below: readonly Line[];
  readonly dialogs: readonly Floating[];
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: Point | null;
}

/** Drawn parts of the last frame: most are those of the next one. */
const keptPane = kept(framedPane);
const keptLine = kept((state, draw: (state: AppState, registry: Registry) => Line, registry: Registry) =>
  draw(state, registry),
);

export function frameOf(state: AppState, registry: Registry): Frame {
  const { size } = windowSlice.get(state);
  const { columns, rows } = size;
  if (columns < minSize.columns || rows < minSize.rows) {
    const text = v`Enlarge to ${minSize.columns}x${minSize.rows} (now ${columns}x${rows}) to show hooklens`;
    const above = wrapWords(span(text, "warn"), Math.max(1, columns)).slice(0, rows);
    return { size, above, panes: [], below: [], dialogs: [], cursor: null };
  }
  const panes = framedPanes(state, registry);
  const open = navSlice.get(state).dialogs;
  const dialogs = open
    .map((data) => registry.dialogOf(data).box(state, data, registry))
    .map((box, index) => (index === open.length - 1 ? withKeys(box, state, registry) : box));
  const toast = toastOf(state, registry);
  const floatsToast = toast !== undefined && isTooLong(state, toast);
  return {
    size,
    above: [
      keptLine("header", state, headerLine, registry),
      ...(shownScreen(registry, state).notice?.(state, columns, registry) ?? []),
    ],
    panes,
    // The keys of a dialog are in its border.
    below: [
      keptLine("status", state, statusLine, registry),
      open.length === 0 ? keptLine("keys", state, keyLine, registry) : fitLine(blank, columns),
    ],
    dialogs: floatsToast ? [...dialogs, toastBox(state, toast)] : dialogs,
    cursor: open.length === 0 ? paneCursor(panes) : (dialogs.at(-1)?.cursor ?? null),
  };
}

/** Adds as many keys as fit into the border of a dialog, left of its position. */
function withKeys(box: Floating, state: AppState, registry: Registry): Floating {
  const { typed } = navSlice.get(state);
  const position = typed === "" ? (box.position ?? v``) : v`${typed}▏${box.position ?? v``}`;
  const taken = position === "" ? 0 : displayWidth(position) + 3;
  return { ...box, position, keys: line(...keySpans(state, registry, Math.max(0, box.columns + 2 - taken))) };
}

function framedPanes(state: AppState, registry: Registry): readonly FramedPane[] {
  const screen = shownScreen(registry, state);
  const focused = screen.focusedPane(state);
  return placePanes(state, screen).map((placed, _, all) => {
    const name = `${screen.id} ${placed.id}`;
    return keptPane(name, state, screen, placed, placed.id === focused, all.length > 1, registry);
  });
}

function framedPane(
  state: AppState,
  screen: Screen,
  placed: PlacedPane,
  isFocused: boolean,
  hasOthers: boolean,
  registry: Registry,
): FramedPane {
  const content = screen.pane(state, placed.id, placed.inner, registry);
  return { ...placed, ...fitContent(state, screen.id, placed, content), isFocused, hasOthers };
}

/** Scrolls overlong lines of a pane. A screen scrolls its lists and long texts itself. */
function fitContent(
  state: AppState,
  screen: string,
  { id, inner: { rows } }: PlacedPane,
  content: PaneContent,
): PaneContent {
  const { lines, cursor = null } = content;
  if (lines.length <= rows) return content;
  const { selected: top } = paneText(state, screen, id, lines, rows);
  return {
    ...content,
    lines: lines.slice(top, top + rows),
    position: positionOf(top, rows, lines.length),
    cursor: cursor === null || cursor.y < top ? null : { ...cursor, y: cursor.y - top },
  };
}

/** Returns the cursor of the pane with one, in cells of the terminal. */
function paneCursor(panes: readonly FramedPane[]): Point | null {
  const pane = panes.find(({ cursor }) => cursor !== undefined && cursor !== null);
  if (pane?.cursor === undefined || pane.cursor === null) return null;
  const { inner, cursor } = pane;
  return { x: inner.x + Math.min(cursor.x, inner.columns - 1), y: inner.y + cursor.y };
}
