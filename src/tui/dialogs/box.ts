import type { Line } from "../../text/line.ts";
import { fitLine } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import type { DialogRows, Floating } from "../records/screen.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";

export interface BoxContent {
  readonly title: Visible;
  readonly lines: readonly Line[];
  /** Position of the cursor relative to `lines`; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Preferred columns of the content; fewer in a narrow terminal. */
  readonly width: number;
  /**
   * First and last row of the visible part if not all rows fit.
   * @default the cursor and the row below it
   */
  readonly focus?: readonly [first: number, last: number];
  /** Rows that a click selects. */
  readonly rows?: DialogRows;
  /** Visible part of a list or text. */
  readonly position?: Visible;
  /**
   * Rows that determine the place of the box, so that it does not move with its content.
   * @default those of `lines`
   */
  readonly placedRows?: number;
  /** True if the box is at the right side instead of the center. */
  readonly isRight?: boolean;
}

/** Preferred columns of a question, a form or a list: enough for most URLs. */
export const dialogColumns = 88;
/** Columns of the border and the padding on both sides. */
const sideColumns = 4;
/** Minimum columns of a terminal at which a box keeps one free on both sides. */
const roomyColumns = 60;
/** Rows of the header and the border. */
const otherRows = 3;
/** Minimum rows of a terminal at which a box keeps the status line and the row below free. */
const highRows = 16;

/** Returns the columns of a box's content that fit the terminal; at least 10. */
export function contentColumns(state: AppState, wanted: number): number {
  const { size, isLinear } = windowSlice.get(state);
  const most = size.columns - sideColumns - (size.columns < roomyColumns ? 0 : 2);
  return isLinear ? most : Math.max(10, Math.min(wanted, most));
}

/** Returns the rows of a box's content that fit the terminal below its header. */
export function contentRows(state: AppState): number {
  const { rows } = windowSlice.get(state).size;
  return Math.max(1, rows - otherRows - (rows < highRows ? 0 : 2));
}

/** Centers a box. Drops empty rows of overlong content, then shows only the rows around its focus. */
export function box(state: AppState, content: BoxContent): Floating {
  const { size, isLinear } = windowSlice.get(state);
  const columns = contentColumns(state, content.width);
  const rows = isLinear ? content.lines.length : contentRows(state);
  const { lines, cursor, focus, list } = withoutSpareRows(content, rows);
  const first = Math.max(0, Math.min(focus[1] - rows + 1, focus[0], lines.length - rows));
  const shown = lines.slice(first, first + rows);
  const free = Math.max(0, size.columns - columns - sideColumns);
  const left = content.isRight === true ? Math.max(0, free - 1) : Math.floor(free / 2);
  const height = Math.min(rows, content.placedRows ?? shown.length);
  const centered = Math.floor((size.rows - height - otherRows) / 2);
  // Overlong content moves the box up.
  const top = Math.max(1, Math.min(centered, rows + 1 - shown.length));
  return {
    title: truncate(content.title, columns, { where: "middle" }),
    lines: shown.map((row) => fitLine(row, columns)),
    columns,
    left,
    top,
    cursor:
      cursor === null || cursor.y < first
        ? null
        : { x: left + 2 + Math.min(cursor.x, columns - 1), y: top + 1 + cursor.y - first },
    ...(list === undefined ? {} : { rows: { ...list, line: list.line - first } }),
    ...(content.position === undefined ? {} : { position: content.position }),
  };
}

/** Drops the empty rows of content with more than `rows`. */
function withoutSpareRows({ lines, cursor, focus, rows: list }: BoxContent, rows: number) {
  const [from, to] = focus ?? [cursor?.y ?? 0, (cursor?.y ?? 0) + 1];
  const isKept = (row: Line, index: number) =>
    index === cursor?.y || row.spans.some(({ text }) => text.trim() !== "");
  const kept = lines.length <= rows ? lines : lines.filter(isKept);
  // An index moves up by the dropped rows above it.
  const moved = (index: number) => (kept === lines ? index : lines.slice(0, index).filter(isKept).length);
  return {
    lines: kept,
    cursor: cursor === null ? null : { ...cursor, y: moved(cursor.y) },
    focus: [moved(from), moved(to)] as const,
    list: list === undefined ? undefined : { ...list, line: moved(list.line) },
  };
}
