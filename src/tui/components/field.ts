import { span } from "../../text/line.ts";
import { truncate, fit } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { TextField } from "../text-field.ts";

/**
 * Draws a text field in `width` columns, scrolled to its caret.
 * @returns the text and the column of the caret, from 0
 */
export function drawField(field: TextField, width: number, masked = false): { text: Visible; caret: number } {
  const show = (part: string) => visible(masked ? "•".repeat(Array.from(part).length) : part);
  const before = show(field.value.slice(0, field.caret));
  const after = show(field.value.slice(field.caret));
  const beforeWidth = displayWidth(before);
  // One column stays free for the caret after the last character.
  if (beforeWidth < width) return { text: fit(visible(before + after), width), caret: beforeWidth };
  const shown = truncate(before, width - 1, { where: "start" });
  return { text: fit(visible(shown + after), width), caret: displayWidth(shown) };
}

/**
 * Draws a text field in rows of `width` columns, of which at most `limit` around the caret.
 * @returns the rows and the position of the caret, from 0
 */
export function drawLongField(
  field: TextField,
  width: number,
  limit: number,
): { rows: readonly Visible[]; caret: { x: number; y: number } } {
  const before = visible(field.value.slice(0, field.caret));
  const text = visible(before + visible(field.value.slice(field.caret)));
  // One column stays free for the caret after the last character.
  const room = Math.max(1, width - 1);
  const rows = wrapWords(span(text), room).map(({ spans }) => visible(spans.map((one) => one.text).join("")));
  // The rows lack only spaces at their ends.
  let end = 0;
  const starts = rows.map((row) => {
    const start = Math.max(end, text.indexOf(row, end));
    end = start + row.length;
    return start;
  });
  const y = Math.max(
    0,
    starts.findLastIndex((start) => start <= before.length),
  );
  const x = Math.min(room, displayWidth(visible(text.slice(starts[y] ?? 0, before.length))));
  const first = Math.max(0, Math.min(y - limit + 1, rows.length - limit));
  return { rows: rows.slice(first, first + limit), caret: { x, y: y - first } };
}
