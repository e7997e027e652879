import { graphemes } from "./graphemes.ts";
import type { Visible } from "./visible.ts";
import { trimJoiners, visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

const ellipsis = "…";
const ascii = /^[ -~]*$/;

/** As much of the beginning as fits, with a space where half a wide character would be: exactly `columns` wide if the text is wider. */
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

/** As `head`, of the end. */
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
 * Shortens a text to `width` columns with an ellipsis where something is missing (default: at the end). A text that fits comes back
 * as it is; one that does not becomes exactly `width` wide. No character is cut: half a wide one becomes a space.
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
 * How many spaces `joined` still lacks. Mostly none, but some characters are drawn as one with the space beside them:
 * a few Indic letters (U+0D4E) with what follows, a skin tone at the beginning with what stands before it.
 */
function lacking(joined: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - displayWidth(joined)));
}

/** Adds spaces behind a text until it is `width` columns wide; one that is wider stays. */
export function padEnd(text: Visible, width: number): Visible {
  const columns = wholeColumns(width);
  const padded = text + lacking(text, columns);
  return visible(padded + lacking(padded, columns));
}

/** Adds spaces before a text until it is `width` columns wide; one that is wider stays. */
export function padStart(text: Visible, width: number): Visible {
  const columns = wholeColumns(width);
  const padded = lacking(text, columns) + text;
  return visible(lacking(padded, columns) + padded);
}

/** A cell: truncated and padded to exactly `width` columns. Numbers are aligned right. */
export function fit(text: Visible, width: number, align: "left" | "right" = "left"): Visible {
  const short = truncate(text, width);
  return align === "left" ? padEnd(short, width) : padStart(short, width);
}
