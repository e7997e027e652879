import { graphemes } from "../../text/graphemes.ts";
import { type Span, span } from "../../text/line.ts";
import { trimJoiners, v, visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import type { ViewerLine } from "./content.ts";

const ascii = /^[ -~]*$/;

/**
 * Returns the start offsets of a wrapped line's rows. Breaks prose between words if possible, other text between any
 * characters. Indents rows after the first by less than half of `width`.
 */
export function rowStarts({ text, lead, indent, isProse }: ViewerLine, width: number): readonly number[] {
  const first = Math.max(1, width);
  const later = Math.max(1, width - hanging(width, indent));
  const starts = [0];
  let start = 0;
  let room = first;
  /** Starts a row at an offset, or at the start of its word. */
  const startRow = (at: number) => {
    const word = isProse ? text.lastIndexOf(" ", at) + 1 : at;
    // An overlong word begins beside the preceding text.
    start = word > Math.max(start, lead) ? word : at;
    starts.push(start);
    room = later;
  };
  if (ascii.test(text)) {
    while (text.length - start > room) startRow(start + room);
    return starts;
  }
  let at = 0;
  let used = 0;
  for (const { text: cluster, width: columns } of graphemes(text)) {
    if (used + columns > room && at > start) {
      startRow(at);
      used = displayWidth(text.slice(start, at));
    }
    at += cluster.length;
    used += columns;
  }
  return starts;
}

/** Returns the columns before the later rows of a wrapped text. */
export function hanging(width: number, indent: number): number {
  return indent < width / 2 ? indent : 0;
}

/** Part of a text that is visible in a row. */
export interface RowSlice {
  readonly from: number;
  readonly to: number;
  /** Columns of a wide character cut at the left. */
  readonly gap: number;
  /** True if the side of the pane hides further text. */
  readonly isCut: boolean;
}

/** Returns a row of a wrapped text. The space after a row of prose has no room. */
export function rowSlice(text: string, starts: readonly number[], row: number, isProse: boolean): RowSlice {
  const next = starts[row + 1];
  const to = next === undefined ? text.length : isProse && text[next - 1] === " " ? next - 1 : next;
  return { from: starts[row] ?? 0, to, gap: 0, isCut: false };
}

/** Returns the part of a text in `width` columns from the column `left`. Reads only up to its end. */
export function columnSlice(text: string, left: number, width: number): RowSlice {
  if (ascii.test(text)) {
    const from = Math.min(left, text.length);
    return { from, to: Math.min(left + width, text.length), gap: 0, isCut: text.length > left + width };
  }
  let at = 0;
  let column = 0;
  let from: number | null = null;
  let gap = 0;
  for (const { text: cluster, width: columns } of graphemes(text)) {
    if (from === null && column >= left) {
      from = at;
      gap = column - left;
    }
    if (column + columns > left + width) return { from: from ?? at, to: at, gap, isCut: true };
    column += columns;
    at += cluster.length;
  }
  return { from: from ?? at, to: at, gap, isCut: false };
}

/** Returns the part of spans between two offsets of their joined texts. */
function sliceSpans(spans: readonly Span[], from: number, to: number): Span[] {
  const parts: Span[] = [];
  let start = 0;
  for (const one of spans) {
    const end = start + one.text.length;
    if (end > from && start < to) {
      const text = one.text.slice(Math.max(0, from - start), to - start);
      parts.push(text === one.text ? one : { ...one, text: visible(trimJoiners(text)) });
    }
    start = end;
    if (start >= to) break;
  }
  return parts;
}

export function spaces(columns: number): Span {
  return span(v`${" ".repeat(Math.max(0, columns))}`);
}

/** Range of a text to highlight, by offsets. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
  /** True for the current hit of the search. */
  readonly isCurrent: boolean;
}

/**
 * Returns the part of spans between two offsets of their joined text, with marked ranges. Ranges are in order, and
 * widened to whole characters.
 */
export function markedSpans(
  spans: readonly Span[],
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  ranges: readonly Highlight[],
): readonly Span[] {
  const parts: Span[] = [];
  let at = from;
  for (const range of ranges) {
    const start = Math.max(at, clusterBorder(text, range.from, "start"));
    const end = Math.min(to, clusterBorder(text, range.to, "end"));
    if (end <= start) continue;
    const hit = range.isCurrent ? "current" : "other";
    parts.push(
      ...sliceSpans(spans, at, start),
      ...sliceSpans(spans, start, end).map((one) => ({ ...one, hit }) as const),
    );
    at = end;
  }
  return [...parts, ...sliceSpans(spans, at, to)];
}

/** Number of characters around an offset to search for grapheme borders. */
const around = 64;

/** Returns the border of the grapheme around an offset, or the offset if it is a border. */
function clusterBorder(text: string, offset: number, side: "start" | "end"): number {
  if (ascii.test(text.slice(Math.max(0, offset - 1), offset + 1))) return offset;
  let at = Math.max(0, offset - around);
  for (const { text: cluster } of graphemes(text.slice(at, offset + around))) {
    const end = at + cluster.length;
    if (end > offset) return at === offset || side === "start" ? at : end;
    at = end;
  }
  return offset;
}

/** Returns the columns before an offset of a text. */
export function columnOf(text: string, offset: number): number {
  return displayWidth(text.slice(0, offset));
}
