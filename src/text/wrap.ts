import { graphemes } from "./graphemes.ts";
import type { Line, Span } from "./line.ts";
import { joinSpans, lineWidth, span } from "./line.ts";
import { trimJoiners, v, visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

/**
 * Wraps prose to rows of at most `width` columns, between words if possible, or else after the hyphens of a word. Rows
 * after the first are indented if `indent` is less than half of `width`.
 */
export function wrapWords(prose: Span, width: number, indent = 0): readonly Line[] {
  return wrapProse({ spans: [prose] }, width, indent);
}

/** Matches the places after spaces. */
const afterSpaces = /(?<= )/;
/** Matches the places after the hyphens in a word. */
const afterHyphens = /(?<=[^\s-]-)(?=[^\s-])/;
/** Matches the places in a URL at which a row may begin: before the next part of the path. */
export const urlBreaks = /(?<=\/)(?!\/)/;

/**
 * Wraps prose of several spans like `wrapWords`. An overlong word follows a label in the indent.
 * @param breaks places at which a row may begin
 */
export function wrapProse(prose: Line, width: number, indent = 0, breaks = afterSpaces): readonly Line[] {
  const hanging = hangingIndent(indent, width);
  const rows: Span[][] = [];
  let row: Span[] = [];
  let used = 0;
  const longest = Math.max(1, width - hanging);
  const words = wordsOf(prose, breaks).flatMap((word) =>
    breaks === afterSpaces && wordWidth(word) > longest ? wordsOf({ spans: word }, afterHyphens) : [word],
  );
  for (const word of words) {
    const text = word.map((piece) => piece.text).join("");
    const isFirst = rows.length === 0;
    const room = width - (isFirst ? 0 : hanging);
    if (used > (isFirst ? hanging : 0) && used + displayWidth(text.trimEnd()) > room) {
      rows.push(row);
      row = [];
      used = 0;
    }
    row.push(...word);
    used += displayWidth(text);
  }
  // A word may be wider than the row.
  return [...rows, row].flatMap((spans, index) => {
    const before = index === 0 || hanging === 0 ? [] : [{ ...spans[0], ...span(v`${" ".repeat(hanging)}`) }];
    return wrapLine({ spans: joinSpans({ spans: trimmedEnd([...before, ...spans]) }) }, width, indent);
  });
}

/** Splits prose at its breaks; a word may consist of pieces of several spans. */
function wordsOf({ spans }: Line, breaks: RegExp): readonly (readonly Span[])[] {
  const words: Span[][] = [[]];
  for (const one of spans) {
    for (const [index, text] of one.text.split(breaks).entries()) {
      if (index > 0) words.push([]);
      words.at(-1)?.push({ ...one, text: visible(text) });
    }
    if (one.text.endsWith(" ")) words.push([]);
  }
  return words.filter((word) => word.length > 0);
}

function wordWidth(word: readonly Span[]): number {
  return displayWidth(
    word
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
}

function trimmedEnd(spans: readonly Span[]): readonly Span[] {
  const last = spans.at(-1);
  return last === undefined
    ? spans
    : [...spans.slice(0, -1), { ...last, text: visible(last.text.trimEnd()) }];
}

/** Returns the indent of the rows after the first; 0 if it would leave too little room. */
function hangingIndent(indent: number, width: number): number {
  return indent < width / 2 ? indent : 0;
}

/**
 * Wraps a line to rows of at most `width` columns, between any two characters. Rows after the first are
 * indented if `indent` is less than half of `width`.
 */
export function wrapLine(whole: Line, width: number, indent = 0): readonly Line[] {
  if (lineWidth(whole) <= width) return [whole];
  const hanging = hangingIndent(indent, width);
  const rows: Line[] = [];
  let spans: Span[] = [];
  let left = width;
  for (const one of whole.spans) {
    let kept = "";
    for (const { text, width: columns } of graphemes(one.text)) {
      // A character wider than the row gets its own row.
      if (columns > left && (kept !== "" || left < (rows.length === 0 ? width : width - hanging))) {
        rows.push({ spans: [...spans, { ...one, text: visible(trimJoiners(kept)) }] });
        spans = hanging === 0 ? [] : [span(v`${" ".repeat(hanging)}`)];
        left = width - hanging;
        kept = "";
      }
      kept += text;
      left -= columns;
    }
    if (kept !== "") spans.push({ ...one, text: visible(kept) });
  }
  rows.push({ spans });
  return rows;
}
