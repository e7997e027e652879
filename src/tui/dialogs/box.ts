import type { AppState } from "../../app/state/app-state.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

/** Something that floats over the screen: where, and rows that cover what is under them. */
export interface Floating {
  readonly lines: readonly Line[];
  readonly left: number;
  readonly top: number;
  /** Where the terminal's cursor stands, in cells of the window; null: nowhere. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

export interface BoxContent {
  readonly title: Visible;
  readonly lines: readonly Line[];
  /** Within `lines`. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Columns of the content wanted; less where the window is narrower. */
  readonly width: number;
}

/** Border and a column of air on each side. */
const sideColumns = 4;

/** How wide the content of a box can be in this window. */
export function contentColumns({ size }: AppState, wanted: number): number {
  return Math.max(10, Math.min(wanted, size.columns - sideColumns - 2));
}

/** Content in a border, in the middle of the window; what is higher than the window is cut so that the cursor is seen. */
export function box(state: AppState, content: BoxContent): Floating {
  const { size } = state;
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
