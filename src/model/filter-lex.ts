import type { TextSpan } from "./filter-syntax-error.ts";
import { FilterSyntaxError } from "./filter-syntax-error.ts";

/** A text of the filter with its quotes taken off. */
export interface FilterText {
  readonly text: string;
  /** With the quotes. */
  readonly span: TextSpan;
}

/** One term, cut up but not understood. */
export interface RawTerm {
  readonly negated: boolean;
  readonly span: TextSpan;
  /** What stands before the first colon outside of quotes; null for words. */
  readonly key: FilterText | null;
  /** What stands behind it, split at each `|` outside of quotes; at least one, none of them empty. */
  readonly values: readonly [FilterText, ...FilterText[]];
}

interface Cursor {
  readonly text: string;
  at: number;
}

const space = /\s/;

function isAtEnd({ text, at }: Cursor): boolean {
  return at >= text.length || space.test(text.charAt(at));
}

/** The inside of the quotes that begin at the cursor. A backslash keeps a quote or a backslash from its meaning. */
function readQuoted(cursor: Cursor): string {
  const start = cursor.at++;
  let inside = "";
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const character = cursor.text.charAt(cursor.at);
    if (character === '"') {
      cursor.at++;
      return inside;
    }
    const next = cursor.text.charAt(cursor.at + 1);
    const isEscape = character === "\\" && (next === '"' || next === "\\");
    inside += isEscape ? next : character;
    if (isEscape) cursor.at++;
  }
  throw new FilterSyntaxError(
    "a quote is not closed",
    [start, cursor.text.length],
    'Put a " at the end of the phrase',
  );
}

/** Up to white space or one of `stops`, quoted stretches included whole. */
function readText(cursor: Cursor, stops: string): FilterText {
  const start = cursor.at;
  let text = "";
  while (!isAtEnd(cursor) && !stops.includes(cursor.text.charAt(cursor.at))) {
    text += cursor.text.charAt(cursor.at) === '"' ? readQuoted(cursor) : cursor.text.charAt(cursor.at++);
  }
  return { text, span: [start, cursor.at] };
}

function readValue(cursor: Cursor, key: FilterText): FilterText {
  const value = readText(cursor, "|");
  if (value.text !== "") return value;
  throw new FilterSyntaxError(
    `${key.text}: has no value`,
    value.span,
    `Write one right behind the ${cursor.text.charAt(value.span[0] - 1) === "|" ? "bar" : "colon"}`,
  );
}

function readTerm(cursor: Cursor): RawTerm {
  const start = cursor.at;
  const negated = cursor.text.charAt(start) === "-";
  if (negated) cursor.at++;
  if (isAtEnd(cursor)) {
    throw new FilterSyntaxError(
      "there is nothing to exclude",
      [start, cursor.at],
      "Write what is not wanted right behind the minus, for example -status:200",
    );
  }
  const isQuoted = cursor.text.charAt(cursor.at) === '"';
  // A term that begins with a quote is words to its end, so that a piece of JSON ("action":"update") can be pasted.
  const first = readText(cursor, isQuoted ? "" : ":|");
  const stop = isAtEnd(cursor) ? "" : cursor.text.charAt(cursor.at);
  if (stop === "") return { negated, span: [start, cursor.at], key: null, values: [first] };
  if (stop === "|" || first.text === "") {
    throw new FilterSyntaxError(
      stop === "|" ? "words have no alternatives" : "there is no key before the colon",
      [cursor.at, cursor.at + 1],
      stop === "|"
        ? 'A bar stands between the values of a key, as in status:200|404. To search for one, put it in quotes: "a|b"'
        : "To search for a text with a colon, put it in quotes",
    );
  }
  cursor.at++;
  const values: [FilterText, ...FilterText[]] = [readValue(cursor, first)];
  while (!isAtEnd(cursor)) {
    cursor.at++;
    values.push(readValue(cursor, first));
  }
  return { negated, span: [start, cursor.at], key: first, values };
}

/**
 * Cuts a filter into its terms: white space separates them, a minus before one negates it, quotes hold together.
 * @throws {FilterSyntaxError}
 */
export function* lexFilter(text: string): Generator<RawTerm> {
  const cursor: Cursor = { text, at: 0 };
  for (;;) {
    while (cursor.at < text.length && isAtEnd(cursor)) cursor.at++;
    if (cursor.at >= text.length) return;
    yield readTerm(cursor);
  }
}
