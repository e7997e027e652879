import type { Line } from "../../text/line.ts";
import { blank, fitLine, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

const rule = span(v` │ `, "muted");

/** Rows as last joined: where both halves are those of the frame before, so is the row. */
const joined = new WeakMap<Line, { readonly key: string; readonly right: Line; readonly row: Line }>();

/** Two panes in one row of texts, a rule between them. */
export function beside(
  left: readonly Line[],
  leftColumns: number,
  right: readonly Line[],
  rightColumns: number,
  rows: number,
): readonly Line[] {
  const key = `${leftColumns} ${rightColumns}`;
  return Array.from({ length: rows }, (_, index) => {
    const one = left[index] ?? blank;
    const other = right[index] ?? blank;
    const known = joined.get(one);
    if (known?.key === key && known.right === other) return known.row;
    const spans = [...fitLine(one, leftColumns).spans, rule, ...fitLine(other, rightColumns).spans];
    const row = { spans };
    joined.set(one, { key, right: other, row });
    return row;
  });
}
