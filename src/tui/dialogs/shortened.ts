import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** Rows of one text in a dialog: more would push what can be done about it out of the window. */
const mostRows = 6;

/** A wrapped text by its beginning and its end, where an error says what to do; an ellipsis stands for the rows between. */
export function shortened(rows: readonly Line[]): readonly Line[] {
  if (rows.length <= mostRows) return rows;
  const kept = mostRows - 1;
  const ahead = Math.floor(kept / 2);
  return [...rows.slice(0, ahead), line(span(v`…`, "muted")), ...rows.slice(ahead - kept)];
}
