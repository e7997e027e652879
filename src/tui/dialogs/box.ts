import type { Line } from "../../text/line.ts";
import { fitLine } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";

/** Place of the rows of a list in a dialog. */
export interface DialogRows {
  /** Index of the line with the first visible row. */
  readonly line: number;
  /** Index of the first visible row in the list. */
  readonly first: number;
  /** Number of visible rows. */
  readonly count: number;
}

/** Bordered box over the screen. */
export interface Floating {
  readonly title: Visible;
  /** Lines, each `columns` wide. */
  readonly lines: readonly Line[];
  /** Columns of the content, without border and padding. */
  readonly columns: number;
  readonly left: number;
  readonly top: number;
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Rows that a click selects; undefined in a dialog without a list. */
  readonly rows?: DialogRows;
}

export interface BoxContent {
  readonly title: Visible;
  readonly lines: readonly Line[];
  /** Position of the cursor relative to `lines`; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Preferred columns of the content; fewer in a narrow terminal. */
  readonly width: number;
  /** Last row that is shown together with the cursor, if both fit. @default the row below the cursor */
  readonly lastRow?: number;
  /** Rows that a click selects. */
  readonly rows?: DialogRows;
}

/** Columns of the border and the padding on both sides. */
const sideColumns = 4;

/** Returns the columns of a box's content that fit the terminal; at least 10. */
export function contentColumns(state: AppState, wanted: number): number {
  const { size, isLinear } = windowSlice.get(state);
  const most = size.columns - sideColumns - 2;
  return isLinear ? most : Math.max(10, Math.min(wanted, most));
}

/** Places a box in the center. Of content that is too high, only the rows around the cursor are shown. */
export function box(state: AppState, content: BoxContent): Floating {
  const { size, isLinear } = windowSlice.get(state);
  const columns = contentColumns(state, content.width);
  const rows = isLinear ? content.lines.length : Math.max(1, size.rows - 4);
  const cursorRow = content.cursor?.y ?? 0;
  const lastRow = content.lastRow ?? cursorRow + 1;
  const first = Math.max(0, Math.min(lastRow - rows + 1, cursorRow, content.lines.length - rows));
  const shown = content.lines.slice(first, first + rows);
  const left = Math.max(0, Math.floor((size.columns - columns - sideColumns) / 2));
  const top = Math.max(0, Math.floor((size.rows - shown.length - 2) / 2));
  return {
    title: truncate(content.title, columns),
    lines: shown.map((row) => fitLine(row, columns)),
    columns,
    left,
    top,
    cursor:
      content.cursor === null
        ? null
        : { x: left + 2 + Math.min(content.cursor.x, columns - 1), y: top + 1 + cursorRow - first },
    ...(content.rows === undefined ? {} : { rows: { ...content.rows, line: content.rows.line - first } }),
  };
}
