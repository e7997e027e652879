import { fit, truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { joinVisible, v } from "./visible.ts";
import { displayWidth } from "./width.ts";

/** What a piece of text means; a theme says how that looks. */
export type Tone = "plain" | "strong" | "muted" | "accent" | "ok" | "warn" | "error";

/** A run of text with one meaning. */
export interface Span {
  readonly text: Visible;
  readonly tone: Tone;
  /** Part of the selected row. */
  readonly selected?: boolean;
  /** Known from before, and perhaps no longer true. */
  readonly dimmed?: boolean;
}

/** One row to draw. */
export interface Line {
  readonly spans: readonly Span[];
}

export function span(text: Visible, tone: Tone = "plain"): Span {
  return { text, tone };
}

export function line(...spans: readonly Span[]): Line {
  return { spans };
}

/**
 * The same row in as few spans as can be: each change of colour costs when drawing. Neighbours that look alike are one, and spaces,
 * which have no colour to show, go with what is before them.
 */
export function joinSpans({ spans }: Line): readonly Span[] {
  const joined: Span[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    const alike = last !== undefined && last.selected === one.selected && last.dimmed === one.dimmed;
    if (alike && (last.tone === one.tone || isSpaces(one.text))) {
      joined[joined.length - 1] = { ...last, text: joinVisible(last.text, one.text) };
    } else if (one.text !== "") joined.push(one);
  }
  return joined;
}

function isSpaces(text: string): boolean {
  return /^ *$/.test(text);
}

/** The row as the selected one: one colour from end to end, what its tones told is told by its words and glyphs. */
export function selectedLine({ spans }: Line): Line {
  return { spans: spans.map(({ text }) => ({ text, tone: "plain", selected: true })) };
}

/** The row as one that is known from before. */
export function dimmedLine({ spans }: Line): Line {
  return { spans: spans.map((one) => ({ ...one, dimmed: true })) };
}

/** An empty row. */
export const blank: Line = { spans: [] };

/** Rows that stay from frame to frame are measured once. */
const widths = new WeakMap<Line, number>();

/** Columns of the whole row. */
export function lineWidth(whole: Line): number {
  const known = widths.get(whole);
  if (known !== undefined) return known;
  const width = whole.spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
  widths.set(whole, width);
  return width;
}

/** Cut or padded to exactly `width` columns; where it is cut an ellipsis says so. */
export function fitLine(whole: Line, width: number): Line {
  const total = lineWidth(whole);
  if (total === width) return whole;
  if (total < width) return { spans: [...whole.spans, span(fit(v``, width - total))] };
  const spans: Span[] = [];
  let left = width;
  for (const one of whole.spans) {
    const columns = displayWidth(one.text);
    if (columns >= left) {
      // Something is cut here or behind it: the ellipsis stands in the last column.
      spans.push({ ...one, text: truncate(v`${one.text}…`, left) });
      break;
    }
    spans.push(one);
    left -= columns;
  }
  return { spans };
}
