import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";

/** Box over the screen, covering the rows below it. */
export interface Floating {
  readonly lines: readonly Line[];
  readonly left: number;
  readonly top: number;
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

export interface BoxContent {
  readonly title: Visible;
  readonly lines: readonly Line[];
  /** Relative to `lines`. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Wanted columns of the content; fewer in a narrow terminal. */
  readonly width: number;
}

/** Border and one column of padding on each side. */
const sideColumns = 4;

/** Returns the columns of a box's content for this terminal. */
export function contentColumns(state: AppState, wanted: number): number {
  const size = windowSlice.get(state).size;
  return Math.max(10, Math.min(wanted, size.columns - sideColumns - 2));
}

/** Draws content in a centered, bordered box. Content higher than the terminal is cut around the cursor. */
export function box(state: AppState, content: BoxContent): Floating {
  const size = windowSlice.get(state).size;
  const width = contentColumns(state, content.width);
  const rows = Math.max(1, size.rows - 4);
  const cursorRow = content.cursor?.y ?? 0;
  const first = Math.max(0, Math.min(cursorRow - rows + 2, content.lines.length - rows));
  const shown = content.lines.slice(first, first + rows);
  const left = Math.max(0, Math.floor((size.columns - width - sideColumns) / 2));
  const top = Math.max(0, Math.floor((size.rows - shown.length - 2) / 2));
  const edge = (text: Visible): Span => span(text, "accent");
  const title = fitLine(
    { spans: [edge(v`┌ `), span(content.title, "strong"), edge(v` `)] },
    Math.min(width, displayWidth(content.title) + 3),
  );
  const rest = v`${"─".repeat(Math.max(0, width + sideColumns - 1 - lineWidth(title)))}┐`;
  return {
    lines: [
      { spans: [...title.spans, edge(rest)] },
      ...shown.map((row) => ({ spans: [edge(v`│ `), ...fitLine(row, width).spans, edge(v` │`)] })),
      { spans: [edge(v`└${"─".repeat(width + sideColumns - 2)}┘`)] },
    ],
    left,
    top,
    cursor:
      content.cursor === null
        ? null
        : { x: left + 2 + Math.min(content.cursor.x, width - 1), y: top + 1 + cursorRow - first },
  };
}
