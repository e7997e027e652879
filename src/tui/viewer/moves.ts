import { isClosing } from "../../text/json-document.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";
import type { ViewerContent } from "./content.ts";
import { firstHitFrom, hitsOf } from "./hits.ts";
import { isBefore, layoutOf, samePlace, type ViewerLayout, type ViewerSize } from "./layout.ts";
import { columnOf } from "./rows.ts";
import type { Place, ViewerState } from "./state.ts";

/** Change of a viewer's position, search or folds. */
export type Move = (state: ViewerState, content: ViewerContent, size: ViewerSize) => ViewerState;

/** Clamps the scroll position to the content and the size. */
export function settled(state: ViewerState, content: ViewerContent, size: ViewerSize): ViewerState {
  return settle(state, layoutOf(state, content, size));
}

function settle(state: ViewerState, layout: ViewerLayout): ViewerState {
  const { content, lastTop } = layout;
  const lastLine = Math.max(0, content.count - 1);
  const line = layout.shownLine(Math.min(state.top.line, lastLine));
  const row = line === state.top.line ? Math.min(state.top.row, layout.startsOf(line).length - 1) : 0;
  const isAtEnd = (state.following && content.grows) || state.top.line > lastLine;
  const top = isAtEnd || isBefore(lastTop, { line, row }) ? lastTop : { line, row };
  const cursor = layout.shownLine(Math.max(0, Math.min(state.cursor, lastLine)));
  const bottom = bottomOf(layout, top);
  if (cursor >= top.line && cursor <= bottom.line) return { ...state, top, cursor };
  if (!content.hasCursor) {
    return { ...state, top, cursor: Math.max(top.line, Math.min(cursor, bottom.line)), hit: null };
  }
  // A smaller pane does not lose the cursor.
  return { ...state, top: layout.moved({ line: cursor, row: 0 }, 1 - layout.rows), cursor };
}

/** Last visible row. */
function bottomOf(layout: ViewerLayout, top: Place): Place {
  return layout.moved(top, layout.rows - 1);
}

/** Scrolls by rows; the cursor stays in view. */
export const scrolled =
  (by: number): Move =>
  (before, content, size) => {
    const layout = layoutOf(before, content, size);
    const state = settle(before, layout);
    return withTop(state, layout, layout.moved(state.top, by));
  };

function withTop(state: ViewerState, layout: ViewerLayout, wanted: Place): ViewerState {
  const { lastTop } = layout;
  const top = isBefore(lastTop, wanted) ? lastTop : wanted;
  const bottom = bottomOf(layout, top);
  const first =
    top.row === 0 || !layout.content.hasCursor ? top.line : (layout.lineAfter(top.line) ?? top.line);
  const cursor = Math.max(Math.min(state.cursor, bottom.line), Math.min(first, bottom.line));
  return {
    ...state,
    top,
    cursor,
    hit: cursor === state.cursor ? state.hit : null,
    following: layout.content.grows && samePlace(top, lastTop),
  };
}

/** Puts the cursor on a line and scrolls minimally to show a row of it. */
function withCursor(state: ViewerState, layout: ViewerLayout, line: number, row: number): ViewerState {
  const place = { line, row };
  const bottom = bottomOf(layout, state.top);
  const start = isBefore(place, state.top)
    ? place
    : isBefore(bottom, place)
      ? layout.moved(place, 1 - layout.rows)
      : state.top;
  const top = isBefore(layout.lastTop, start) ? layout.lastTop : start;
  return {
    ...state,
    top,
    cursor: line,
    hit: null,
    following: layout.content.grows && samePlace(top, layout.lastTop),
  };
}

/** Moves the cursor by a line; scrolls a text, or a line higher than the pane, by a row. */
export const stepped =
  (by: 1 | -1): Move =>
  (before, content, size) => {
    const layout = layoutOf(before, content, size);
    const state = settle(before, layout);
    if (!content.hasCursor) return withTop(state, layout, layout.moved(state.top, by));
    const { cursor, top } = state;
    if (by === 1) {
      const lastRow = layout.startsOf(cursor).length - 1;
      if (isBefore(bottomOf(layout, top), { line: cursor, row: lastRow })) {
        return { ...state, top: layout.moved(top, 1) };
      }
      const next = layout.lineAfter(cursor);
      return next === null
        ? state
        : withCursor(state, layout, next, Math.min(layout.startsOf(next).length, layout.rows) - 1);
    }
    if (isBefore({ line: cursor, row: 0 }, top)) return { ...state, top: layout.moved(top, -1) };
    const previous = layout.lineBefore(cursor);
    return previous === null
      ? state
      : withCursor(state, layout, previous, Math.max(0, layout.startsOf(previous).length - layout.rows));
  };

/** Moves the view and the cursor by a share of a page. */
export const paged =
  (pages: number): Move =>
  (before, content, size) => {
    const layout = layoutOf(before, content, size);
    const state = settle(before, layout);
    const by = Math.sign(pages) * Math.max(1, Math.ceil(Math.abs(pages) * layout.rows));
    const moved = withTop(state, layout, layout.moved(state.top, by));
    if (!content.hasCursor) return moved;
    const target = layout.moved({ line: state.cursor, row: 0 }, by);
    return withCursor(moved, layout, target.line, target.row);
  };

export const toStart: Move = (state, content, size) => {
  const moved = withTop(state, layoutOf(state, content, size), { line: 0, row: 0 });
  return { ...moved, cursor: 0, hit: null };
};

export const toEnd: Move = (before, content, size) => {
  const layout = layoutOf(before, content, size);
  const line = layout.shownLine(Math.max(0, content.count - 1));
  return withCursor(settle(before, layout), layout, line, layout.startsOf(line).length - 1);
};

/** Follows appended lines, or stops following. */
export const followToggled: Move = (before, content, size) => {
  const state = settled(before, content, size);
  return { ...state, following: !state.following };
};

/** Columns of a step to the side. */
const sideStep = 10;

/** Scrolls lines that are not wrapped to the side. */
export const shifted =
  (by: 1 | -1): Move =>
  (state) =>
    state.wrap ? state : { ...state, left: Math.max(0, state.left + by * sideStep) };

/** Wraps long lines, or not. */
export const wrapToggled: Move = (before, content, size) => {
  const state = settled(before, content, size);
  const changed = { ...state, wrap: !state.wrap, left: 0, top: { ...state.top, row: 0 } };
  if (!content.hasCursor) return settled(changed, content, size);
  const layout = layoutOf(changed, content, size);
  return { ...withCursor(settle(changed, layout), layout, state.cursor, 0), hit: state.hit };
};

/** Container at the cursor, by its opening line; null on a line with one value. */
function containerAt({ cursor }: ViewerState, { json, folds }: ViewerContent): number | null {
  if (folds === null) return null;
  if (json !== null && isClosing(json, cursor)) return json.parents[cursor] ?? null;
  return (folds.ends[cursor] ?? cursor) > cursor ? cursor : null;
}

/** Foldable line at the cursor: its container, or the line around it in a text; null for none. */
function foldAt(state: ViewerState, content: ViewerContent): number | null {
  const container = containerAt(state, content);
  if (container !== null || content.json !== null) return container;
  const parent = content.folds?.parents[state.cursor] ?? -1;
  return parent === -1 ? null : parent;
}

export function isFoldable(state: ViewerState, content: ViewerContent): boolean {
  return foldAt(state, content) !== null;
}

function withFold(
  before: ViewerState,
  content: ViewerContent,
  size: ViewerSize,
  line: number,
  fold: boolean,
): ViewerState {
  const others = before.folded.filter((one) => one !== line);
  const state = { ...before, folded: fold ? [...others, line] : others };
  const layout = layoutOf(state, content, size);
  return withCursor(settle(state, layout), layout, line, 0);
}

/** Folds or unfolds at the cursor. */
export const foldToggled: Move = (state, content, size) => {
  const line = foldAt(state, content);
  return line === null ? state : withFold(state, content, size, line, !state.folded.includes(line));
};

/**
 * Puts the cursor on the line at a row of the viewer. On the cursor's line, toggles the fold if the pane was focused
 * before.
 */
export const pointed =
  (row: number, wasFocused: boolean): Move =>
  (before, content, size) => {
    const layout = layoutOf(before, content, size);
    const state = settle(before, layout);
    const at = row - (size.rows - layout.rows);
    if (!content.hasCursor || at < 0 || at >= layout.rows) return state;
    const { line } = layout.moved(state.top, at);
    if (line !== state.cursor) return withCursor(state, layout, line, 0);
    return wasFocused && containerAt(state, content) !== null ? foldToggled(state, content, size) : state;
  };

/** Scrolls back, or folds the container at the cursor, or goes to the container around the value. */
export const leftward: Move = (state, content, size) => {
  if (content.folds === null || state.left > 0) return shifted(-1)(state, content, size);
  const line = containerAt(state, content);
  if (line !== null && !state.folded.includes(line)) return withFold(state, content, size, line, true);
  const parent = content.folds.parents[line ?? state.cursor] ?? -1;
  if (parent === -1) return state;
  const layout = layoutOf(state, content, size);
  return withCursor(settle(state, layout), layout, parent, 0);
};

/** Unfolds the container at the cursor, or moves to its first value; scrolls an unwrapped value. */
export const rightward: Move = (state, content, size) => {
  const line = containerAt(state, content);
  if (line === null || state.left > 0) return shifted(1)(state, content, size);
  if (state.folded.includes(line)) return withFold(state, content, size, line, false);
  const layout = layoutOf(state, content, size);
  return withCursor(settle(state, layout), layout, line + 1, 0);
};

export const searchOpened: Move = (before, content, size) => {
  const state = settled(before, content, size);
  const { cursor, top, following } = state;
  return { ...state, query: textField(), origin: { cursor, top, following }, hit: null };
};

/** Changes the searched text and shows its first hit after the start of the search, or after the beginning. */
export const queryTyped =
  (query: TextField): Move =>
  (before, content, size) => {
    const { origin } = before;
    const start = { ...before, ...origin, query, hit: null };
    return toHit(start, content, size, (lines) => firstHitFrom(lines, start.cursor, 0));
  };

export const searchDone: Move = (state) => ({ ...state, origin: null });

/** Ends the search. While typing, returns to its start. */
export const searchCleared: Move = (state) => ({
  ...state,
  ...state.origin,
  query: textField(),
  origin: null,
  hit: null,
});

/** Goes to the next or the previous hit, cyclically. */
export const hitMoved =
  (by: 1 | -1): Move =>
  (state, content, size) =>
    toHit(state, content, size, (hits) => {
      const at = firstHitFrom(hits, state.cursor, state.hit ?? 0);
      if (by === -1) return at - 1;
      return state.hit === null ? at : at + 1;
    });

/** Shows a hit, wrapping its index around, and unfolds its containers. */
function toHit(
  state: ViewerState,
  content: ViewerContent,
  size: ViewerSize,
  choose: (hits: ReturnType<typeof hitsOf>) => number,
): ViewerState {
  const hits = hitsOf(content, state.query.value);
  const { length: count } = hits.lines;
  if (count === 0) return state;
  const index = (choose(hits) + count) % count;
  const line = hits.lines[index] ?? 0;
  const offset = hits.offsets[index] ?? 0;
  const opened = { ...state, folded: state.folded.filter((one) => !hides(content, one, line)) };
  const layout = layoutOf(opened, content, size);
  const { text, lead } = layout.lineAt(line);
  const starts = layout.startsOf(line);
  const row = Math.max(
    0,
    starts.findLastIndex((start) => start <= lead + offset),
  );
  const settledView = settle(opened, layout);
  const moved = withCursor(inContext(settledView, layout, { line, row }), layout, line, row);
  return {
    ...moved,
    hit: offset,
    left: state.wrap
      ? 0
      : leftFor(text, lead + offset, lead + offset + hits.length, state.left, layout.columns),
  };
}

/** Puts the cursor on a line and unfolds its containers. */
export const atLine =
  (line: number): Move =>
  (state, content, size) => {
    const opened = { ...state, folded: state.folded.filter((one) => !hides(content, one, line)) };
    const layout = layoutOf(opened, content, size);
    const place = { line, row: 0 };
    return withCursor(inContext(settle(opened, layout), layout, place), layout, line, 0);
  };

/** Scrolls an invisible place to a third of the page, with the lines around it. */
function inContext(state: ViewerState, layout: ViewerLayout, place: Place): ViewerState {
  const isVisible = !isBefore(place, state.top) && !isBefore(bottomOf(layout, state.top), place);
  return isVisible ? state : { ...state, top: layout.moved(place, -Math.floor(layout.rows / 3)) };
}

/** Returns true if a folded container hides a line or a part of it. */
function hides({ folds }: ViewerContent, folded: number, line: number): boolean {
  return folds !== null && line > folded && line <= (folds.ends[folded] ?? folded);
}

/** Returns the first visible column that shows a range of a text, changed only if needed. */
function leftFor(text: string, from: number, to: number, left: number, columns: number): number {
  const start = columnOf(text, from);
  const end = columnOf(text, to);
  if (start >= left && end <= left + columns - 1) return left;
  if (end <= columns - 1) return 0;
  return Math.max(0, start - Math.floor(columns / 3));
}
