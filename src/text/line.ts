import { fit, truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { v } from "./visible.ts";
import { displayWidth } from "./width.ts";

/** What a piece of text means; a theme says how that looks. */
export type Tone = "plain" | "strong" | "muted" | "accent" | "ok" | "warn" | "error";

/** A run of text with one meaning. */
export interface Span {
  readonly text: Visible;
  readonly tone: Tone;
}

/** One row to draw: what it says, and whether it is the selected one or out of date. */
export interface Line {
  readonly spans: readonly Span[];
  readonly selected?: boolean;
  readonly dimmed?: boolean;
}

export function span(text: Visible, tone: Tone = "plain"): Span {
  return { text, tone };
}

export function line(...spans: readonly Span[]): Line {
  return { spans };
}

/** An empty row. */
export const blank: Line = { spans: [] };

export function lineWidth({ spans }: Line): number {
  return spans.reduce((width, { text }) => width + displayWidth(text), 0);
}

/** Cut or padded to exactly `width` columns; where it is cut an ellipsis says so. */
export function fitLine(whole: Line, width: number): Line {
  const total = lineWidth(whole);
  if (total === width) return whole;
  if (total < width) return { ...whole, spans: [...whole.spans, span(fit(v``, width - total))] };
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
  return { ...whole, spans };
}
