import { graphemes } from "./graphemes.ts";
import type { Visible } from "./visible.ts";
import { trimJoiners, visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

const ellipsis = "…";
const ascii = /^[ -~]*$/;

/** Returns the first `columns` columns of a wider text, with a space in place of half a wide character. */
function head(text: string, columns: number): string {
  if (ascii.test(text)) return text.slice(0, columns);
  let taken = "";
  let width = 0;
  for (const grapheme of graphemes(text)) {
    if (width + grapheme.width > columns) break;
    taken += grapheme.text;
    width += grapheme.width;
  }
  return trimJoiners(taken) + " ".repeat(columns - width);
}

/** Returns the last `columns` columns of a wider text, with a space in place of half a wide character. */
function tail(text: string, columns: number): string {
  if (columns === 0) return "";
  if (ascii.test(text)) return text.slice(text.length - columns);
  let taken = "";
  let width = 0;
  for (const grapheme of [...graphemes(text)].toReversed()) {
    if (width + grapheme.width > columns) break;
    taken = grapheme.text + taken;
    width += grapheme.width;
  }
  return " ".repeat(columns - width) + taken;
}

function wholeColumns(width: number): number {
  return width >= 1 ? Math.floor(width) : 0;
}

/**
 * Truncates a text that is wider than `width` columns to exactly `width`, including an ellipsis (by default at the
 * end). Replaces half a wide character with a space and rounds `width` down.
 */
export function truncate(
  text: Visible,
  width: number,
  { where = "end" }: { readonly where?: "start" | "middle" | "end" } = {},
): Visible {
  const columns = wholeColumns(width);
  if (displayWidth(text) <= columns) return text;
  if (columns === 0) return visible("");
  const left = where === "end" ? columns - 1 : where === "middle" ? (columns - 1) >> 1 : 0;
  const right = columns - 1 - left;
  return visible(head(text, left) + ellipsis + tail(text, right));
}

/**
 * Returns the padding that makes a text `columns` wide. Called twice, because some characters merge with an adjacent
 * space: a few Indic letters (U+0D4E) with the next one, a leading skin tone with the previous one.
 */
function lacking(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** Pads a text with spaces at the end to `width` columns. Returns a wider text unchanged. */
export function padEnd(text: Visible, width: number): Visible {
  const columns = wholeColumns(width);
  const padded = text + lacking(text, columns);
  return visible(padded + lacking(padded, columns));
}

/** Pads a text with spaces at the start to `width` columns. Returns a wider text unchanged. */
export function padStart(text: Visible, width: number): Visible {
  const columns = wholeColumns(width);
  const padded = lacking(text, columns) + text;
  return visible(lacking(padded, columns) + padded);
}

/** Truncates or pads a text to exactly `width` columns. */
export function fit(text: Visible, width: number, align: "left" | "right" = "left"): Visible {
  const short = truncate(text, width);
  return align === "left" ? padEnd(short, width) : padStart(short, width);
}
