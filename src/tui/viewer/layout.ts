import { memo } from "../../text/memo.ts";
import type { ViewerContent, ViewerLine } from "./content.ts";
import { rowStarts } from "./rows.ts";
import type { Place, ViewerState } from "./state.ts";

/** Cells of a viewer. */
export interface ViewerSize {
  readonly columns: number;
  readonly rows: number;
}

/** Rows of a content at a size. Lays out only requested rows, so that a long content costs no more. */
export interface ViewerLayout {
  readonly content: ViewerContent;
  /** Rows without the search's row. */
  readonly rows: number;
  /** Columns of the text. */
  readonly columns: number;
  isFolded(line: number): boolean;
  lineAt(line: number): ViewerLine;
  /** Returns the offset at which each row of a line starts. */
  startsOf(line: number): readonly number[];
  /** Returns the next visible line; null at the end. */
  lineAfter(line: number): number | null;
  /** Returns the visible line before; null at the start. */
  lineBefore(line: number): number | null;
  /** Returns the visible line for a line: the line itself, or its outermost folded container. */
  shownLine(line: number): number;
  /** Moves a place by rows, within the first and the last. */
  moved(from: Place, by: number): Place;
  /** First row of the last page. */
  readonly lastTop: Place;
}

/** Columns of the mark of the cursor. */
const cursorColumns = 1;

export function layoutOf(
  state: Pick<ViewerState, "folded" | "wrap" | "query" | "origin">,
  content: ViewerContent,
  size: ViewerSize,
): ViewerLayout {
  const { folded, wrap } = state;
  const { folds } = content;
  const columns = Math.max(1, size.columns - (content.hasCursor ? cursorColumns : 0));
  const rows = Math.max(1, size.rows - (hasSearchRow(state) ? 1 : 0));
  const last = Math.max(0, content.count - 1);
  const isFolded = (line: number) => folded.includes(line);
  const lineAt = (line: number) => knownLine(content, line, isFolded(line));

  function startsOf(line: number): readonly number[] {
    const whole = lineAt(line);
    return wrap ? knownStarts(whole, columns) : [0];
  }
  function shownLine(line: number): number {
    if (folds === null || folded.length === 0) return line;
    let shown = line;
    for (let node = folds.parents[line] ?? -1; node !== -1; node = folds.parents[node] ?? -1) {
      if (isFolded(node)) shown = node;
    }
    return shown;
  }
  function lineAfter(line: number): number | null {
    const end = folds !== null && isFolded(line) ? (folds.ends[line] ?? line) : line;
    return end >= last ? null : end + 1;
  }
  const lineBefore = (line: number) => (line <= 0 ? null : shownLine(line - 1));

  function moved({ line, row }: Place, by: number): Place {
    let at = line;
    let target = row + by;
    while (target < 0) {
      const before = lineBefore(at);
      if (before === null) return { line: at, row: 0 };
      at = before;
      target += startsOf(at).length;
    }
    for (let count = startsOf(at).length; target >= count; count = startsOf(at).length) {
      const next = lineAfter(at);
      if (next === null) return { line: at, row: count - 1 };
      target -= count;
      at = next;
    }
    return { line: at, row: target };
  }

  const end = shownLine(last);
  const lastTop = moved({ line: end, row: startsOf(end).length - 1 }, 1 - rows);
  return {
    content,
    rows,
    columns,
    isFolded,
    lineAt,
    startsOf,
    lineAfter,
    lineBefore,
    shownLine,
    moved,
    lastTop,
  };
}

/** Returns true if a row shows the searched text. */
export function hasSearchRow({ query, origin }: Pick<ViewerState, "query" | "origin">): boolean {
  return origin !== null || query.value !== "";
}

export function isBefore(one: Place, other: Place): boolean {
  return one.line < other.line || (one.line === other.line && one.row < other.row);
}

export function samePlace(one: Place, other: Place): boolean {
  return one.line === other.line && one.row === other.row;
}

/** Recently laid out lines, by content and line; negative keys are folded lines. */
const knownLines = new WeakMap<ViewerContent, Map<number, ViewerLine>>();
const maxKnownLines = 1_000;

function knownLine(content: ViewerContent, line: number, isFolded: boolean): ViewerLine {
  const lines = knownLines.get(content) ?? new Map<number, ViewerLine>();
  knownLines.set(content, lines);
  const key = isFolded ? -1 - line : line;
  const known = lines.get(key);
  if (known !== undefined) return known;
  if (lines.size >= maxKnownLines) lines.clear();
  const laidOut = content.line(line, isFolded);
  lines.set(key, laidOut);
  return laidOut;
}

const knownStarts = memo(rowStarts);
