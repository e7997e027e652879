import { fit, truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { joinVisible, v, visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

/** Meaning of a piece of text; a theme maps it to colors. */
export type Tone = "plain" | "strong" | "muted" | "accent" | "ok" | "warn" | "error";

/** Color of the palette of 256 by its number, or `trueColor`. */
export type TextColor = number;

const firstTrueColor = 0x100_0000;

/** Returns the color of three channels from 0 to 255. */
export function trueColor(red: number, green: number, blue: number): TextColor {
  return firstTrueColor + (red << 16) + (green << 8) + blue;
}

/** Returns the channels of a color as 0xrrggbb; null for a palette color. */
export function channelsOf(color: TextColor): number | null {
  return color < firstTrueColor ? null : color - firstTrueColor;
}

/** Colors and weights set by the program that printed the text. */
export interface TextStyle {
  readonly color?: TextColor;
  readonly background?: TextColor;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Returns true for styles that look alike. */
export function sameStyle(one: TextStyle = {}, other: TextStyle = {}): boolean {
  return (
    one === other ||
    (one.color === other.color &&
      one.background === other.background &&
      one.bold === other.bold &&
      one.dim === other.dim &&
      one.italic === other.italic &&
      one.underline === other.underline &&
      one.inverse === other.inverse)
  );
}

/** A run of text with one meaning. */
export interface Span {
  readonly text: Visible;
  readonly tone: Tone;
  /** Style set by the program that printed the text; the theme decides which colors stay. */
  readonly style?: TextStyle;
  /** True if the span is part of the selected row. */
  readonly selected?: boolean;
  /** True if the text may be out of date. */
  readonly dimmed?: boolean;
  /** Set for a match of a search; `current` for the selected match. */
  readonly hit?: "current" | "other";
  /** Address that a click opens in the browser, if the terminal supports it. */
  readonly href?: string;
  /** Command that a click on the span runs. */
  readonly click?: ClickTarget;
}

/** Command by its ID, with its argument. */
export interface ClickTarget {
  readonly command: string;
  readonly argument?: string;
  /** True for a part of a range: a drag to another part runs the command with both arguments, with a space between. */
  readonly drags?: true;
}

/** One row to draw. */
export interface Line {
  readonly spans: readonly Span[];
  /** Part of a list or a form: a screen reader announces the selected row and the focused field. */
  readonly role?: "row" | "selected" | "field";
}

export function span(text: Visible, tone: Tone = "plain"): Span {
  return { text, tone };
}

export function line(...spans: readonly Span[]): Line {
  return { spans };
}

/**
 * Merges adjacent spans of equal style, because each change of color costs time, and drops empty spans. Spaces show
 * no color: they join the previous span if all else is equal.
 */
export function joinSpans({ spans }: Line): readonly Span[] {
  const joined: Span[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    const alike =
      last !== undefined &&
      last.selected === one.selected &&
      last.dimmed === one.dimmed &&
      last.href === one.href &&
      last.hit === one.hit &&
      sameStyle(last.style, one.style);
    if (alike && (last.tone === one.tone || isSpaces(one.text))) {
      joined[joined.length - 1] = { ...last, text: joinVisible(last.text, one.text) };
    } else if (one.text !== "") joined.push(one);
  }
  return joined;
}

/** Moves marks to the span of the character that they join: none is drawn after an escape sequence. */
export function joinMarks(spans: readonly Span[]): readonly Span[] {
  if (!spans.some(({ text }) => startsWithMark.test(text))) return spans;
  const joined: Span[] = [];
  for (const one of spans) {
    const marks = startsWithMark.exec(one.text)?.[0] ?? "";
    const last = joined.pop() ?? span(visible(""));
    joined.push({ ...last, text: joinVisible(last.text, visible(marks)) });
    joined.push({ ...one, text: visible(one.text.slice(marks.length)) });
  }
  return joined.filter(({ text }) => text !== "");
}

const startsWithMark = /^\p{M}+/u;

function isSpaces(text: string): boolean {
  return /^ *$/.test(text);
}

/** Marks a row as selected. Makes all spans plain, so that the row has one color throughout. */
export function selectedLine({ spans }: Line): Line {
  return {
    spans: spans.map((one) => ({ ...one, tone: "plain", selected: true })),
    role: "selected",
  };
}

/** Marks a row as possibly out of date. */
export function dimmedLine(whole: Line): Line {
  return { ...whole, spans: whole.spans.map((one) => ({ ...one, dimmed: true })) };
}

/** Returns the span at a column of a row; undefined past the end. */
export function spanAt({ spans }: Line, x: number): Span | undefined {
  let end = 0;
  return spans.find(({ text }) => {
    end += displayWidth(text);
    return x < end;
  });
}

/** Lets a click on any of the spans run a command, unless a span has another. */
export function clickable(click: ClickTarget, spans: readonly Span[]): readonly Span[] {
  return spans.map((one) => ({ click, ...one }));
}

/** An empty row. */
export const blank: Line = { spans: [] };

/** Cached row widths: most rows stay the same from frame to frame. */
const widths = new WeakMap<Line, number>();

/** Returns the width of a row in columns. */
export function lineWidth(whole: Line): number {
  const known = widths.get(whole);
  if (known !== undefined) return known;
  const width = whole.spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
  widths.set(whole, width);
  return width;
}

/** Pads or truncates a row to exactly `width` columns; an ellipsis marks the cut. */
export function fitLine(whole: Line, width: number): Line {
  const total = lineWidth(whole);
  if (total === width) return whole;
  if (total < width) return { ...whole, spans: [...whole.spans, span(fit(v``, width - total))] };
  return cutLine(whole, width);
}

/** Truncates a row to at most `width` columns; an ellipsis marks the cut. */
export function cutLine(whole: Line, width: number): Line {
  if (lineWidth(whole) <= width) return whole;
  const spans: Span[] = [];
  let left = width;
  for (const one of whole.spans) {
    const columns = displayWidth(one.text);
    if (columns >= left) {
      // The appended ellipsis makes the text too wide: `truncate` always marks the cut.
      spans.push({ ...one, text: truncate(v`${one.text}…`, left) });
      break;
    }
    spans.push(one);
    left -= columns;
  }
  return { ...whole, spans };
}
