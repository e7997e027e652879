import { line, span, type Line, type Span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapProse } from "../../text/wrap.ts";

/** Columns before and after a paragraph. */
const margin = 2;

/** Draws a text of a pane between words, with a margin on both sides. @param hanging columns before the rows after the first */
export function paragraph(text: readonly Span[], width: number, hanging = 0): readonly Line[] {
  return withMargin(wrapProse(line(...text), paragraphColumns(width), hanging));
}

/** Returns the columns of a text with a margin on both sides. */
export function paragraphColumns(width: number): number {
  return Math.max(1, width - 2 * margin);
}

export function withMargin(rows: readonly Line[]): readonly Line[] {
  return rows.map(({ spans }) => line(span(v`${" ".repeat(margin)}`), ...spans));
}
