import { cutLine, type Line, span } from "./line.ts";
import { v } from "./visible.ts";

/** Returns the first rows of a wrapped text, the last one ending in `…` if rows are left out. */
export function firstRows(rows: readonly Line[], most: number, width: number): readonly Line[] {
  const last = rows[most - 1];
  if (last === undefined || rows.length <= most) return rows;
  const { spans } = cutLine({ spans: [...last.spans, span(v` …`, "muted")] }, width);
  return [...rows.slice(0, most - 1), { spans }];
}
