import type { Line } from "../../text/line.ts";
import { blank, fitLine, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** Two panes in one row of texts, a rule between them. */
export function beside(
  left: readonly Line[],
  leftColumns: number,
  right: readonly Line[],
  rightColumns: number,
  rows: number,
): readonly Line[] {
  const rule = span(v` │ `, "muted");
  return Array.from({ length: rows }, (_, row) => {
    const one = fitLine(left[row] ?? blank, leftColumns);
    const other = fitLine(right[row] ?? blank, rightColumns);
    return { spans: [...one.spans, rule, ...other.spans] };
  });
}
