import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** Maximum rows of one text of a dialog. */
const maxRows = 6;

/** Shortens a wrapped text to its beginning and its end: errors end with their hint. */
export function shorten(rows: readonly Line[], most = maxRows): readonly Line[] {
  if (rows.length <= most) return rows;
  const kept = most - 1;
  const ahead = Math.max(1, Math.floor(kept / 2));
  return [...rows.slice(0, ahead), line(span(v`…`, "muted")), ...rows.slice(rows.length - kept + ahead)];
}

/** Shortens the longest of several wrapped texts until all fit `rows`; each keeps two rows. */
export function shortenAll(texts: readonly (readonly Line[])[], rows: number): readonly Line[] {
  for (let most = maxRows; most > 2; most--) {
    const lines = texts.flatMap((text) => shorten(text, most));
    if (lines.length <= rows) return lines;
  }
  return texts.flatMap((text) => shorten(text, 2));
}
