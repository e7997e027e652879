import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** Maximum rows of a text in a dialog, so that the keys below it stay visible. */
const maxRows = 6;

/** Shortens a wrapped text to its beginning and its end, where errors have their hint. */
export function shorten(rows: readonly Line[]): readonly Line[] {
  if (rows.length <= maxRows) return rows;
  const kept = maxRows - 1;
  const ahead = Math.floor(kept / 2);
  return [...rows.slice(0, ahead), line(span(v`…`, "muted")), ...rows.slice(ahead - kept)];
}
