import type { Line } from "../../text/line.ts";
import { blank, fitLine, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

const rule = span(v` │ `, "muted");

/** Last joined row by its left half; a row is reused while both halves and widths are the same. */
const joined = new WeakMap<Line, { readonly key: string; readonly right: Line; readonly row: Line }>();

/** Joins two panes side by side, with a rule between them. */
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
