import { refuseOperators } from "./filter-operators.ts";
import { FilterSyntaxError, type TextSpan } from "./filter-syntax-error.ts";

/** Text of the filter without its quotes. */
export interface FilterText {
  readonly text: string;
  /** Range of the text with its quotes. */
  readonly span: TextSpan;
}

/** Term of a filter, split but not interpreted. */
export interface RawTerm {
  readonly negated: boolean;
  readonly span: TextSpan;
  /** Text before the first colon outside quotes; null for words. */
  readonly key: FilterText | null;
  /** Text after the colon, split at each `|` outside quotes; at least one value, none of them empty. */
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

/**
 * Reads the quoted text at the cursor. A backslash escapes a quote or a backslash. @throws
 * {FilterSyntaxError}
 */
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

/** Reads up to white space or a character of `stops`, both ignored inside quotes. */
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
    `Write one after the ${cursor.text.charAt(value.span[0] - 1) === "|" ? "bar" : "colon"}`,
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
      "Write the excluded term after the minus, for example -status:200",
    );
  }
  const isQuoted = cursor.text.charAt(cursor.at) === '"';
  // A leading quote makes the whole term words: a pasted piece of JSON ("action":"update") stays one term.
  const first = readText(cursor, isQuoted ? "" : ":|");
  const stop = isAtEnd(cursor) ? "" : cursor.text.charAt(cursor.at);
  if (stop === "") return { negated, span: [start, cursor.at], key: null, values: [first] };
  if (stop === "|" || first.text === "") {
    throw new FilterSyntaxError(
      stop === "|" ? "a bar follows a word without a key" : "there is no key before the colon",
      [cursor.at, cursor.at + 1],
      stop === "|"
        ? 'A bar separates values of a key, as in status:200|404. Quote it to search for it: "a|b"'
        : "Quote a text with a colon",
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
 * Splits a filter into its terms: white space separates them, a leading minus negates a term, quotes group
 * words.
 * @throws {FilterSyntaxError}
 */
export function* lexFilter(text: string): Generator<RawTerm> {
  const cursor: Cursor = { text, at: 0 };
  for (;;) {
    while (cursor.at < text.length && isAtEnd(cursor)) cursor.at++;
    if (cursor.at >= text.length) return;
    refuseOperators(text, cursor.at);
    yield readTerm(cursor);
  }
}
