/** Meaning of a piece of YAML or JSON. A key includes its colon; `value` is a number, a boolean or null. */
export type TokenKind = "key" | "text" | "value" | "comment" | "punctuation";

/** Piece of a line, from the previous piece or the start of the line. */
export interface Token {
  readonly kind: TokenKind;
  readonly end: number;
}

/** Scanner state at the start of a line. */
export interface LineStart {
  /** Open multi-line text: a block (`|`, `>`), plain text, or its quote; null for none. */
  readonly text: "block" | "plain" | '"' | "'" | null;
  /** Column that lines of a block or plain text must exceed. */
  readonly indent: number;
  /** Number of open brackets. */
  readonly depth: number;
}

export const firstLine: LineStart = { text: null, indent: -1, depth: 0 };

/** Maximum number of tokenized characters per line: a JSON document on one line may have a million. */
const maxCharacters = 20_000;

const space = /[ \t]*/y;
const comment = /#.*/y;
const documentMark = /(?:---|\.\.\.)(?= |$)|%.*/y;
const indicator = /[-?](?= |$)|:(?= |$)/y;
const bracket = /[[\]{},]/y;
/** Anchor, alias or tag. */
const property = /[&*!][^\s,[\]{}]*/y;
const blockHeader = /[|>][-+\d]*(?= *(?:#|$))/y;
const afterKey = / *:(?=[\s,[\]{}]|$)/y;
/** In JSON, and after quotes in YAML, a value may directly follow the colon. */
const afterQuotedKey = / *:/y;
const quoted = { '"': /(?:[^"\\]|\\.)*"/y, "'": /(?:[^']|'')*'(?!')/y } as const;

const number = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|\.(?:inf|Inf|INF))$/;
const word = /^(?:true|True|TRUE|false|False|FALSE|null|Null|NULL|~|\.(?:nan|NaN|NAN))$/;

/**
 * Splits a line of YAML into tokens; JSON counts as YAML. Accepts any text, because tokens only color it; the policy
 * reader decides about validity.
 * @returns the tokens, which cover the line, and the start of the next line
 */
export function scanLine(
  line: string,
  start: LineStart,
): { readonly tokens: readonly Token[]; readonly next: LineStart } {
  const tokens: Token[] = [];
  let at = 0;
  let { depth } = start;
  /** Column of the key or dash that the next value belongs to. */
  let parent = -1;
  let next: LineStart | null = null;

  const add = (kind: TokenKind, end: number) => {
    if (end <= at) return;
    if (tokens.at(-1)?.kind === kind) tokens.pop();
    tokens.push({ kind, end });
    at = end;
  };
  /** Returns the end of a match at a place; null if there is none. */
  const endOf = (pattern: RegExp, from = at): number | null => {
    pattern.lastIndex = from;
    return pattern.test(line) ? pattern.lastIndex : null;
  };
  const addMatch = (kind: TokenKind, pattern: RegExp): boolean => {
    const end = endOf(pattern);
    if (end !== null) add(kind, end);
    return end !== null;
  };
  const skipSpace = () => add(tokens.at(-1)?.kind ?? "punctuation", endOf(space) ?? at);

  function addQuoted(quote: '"' | "'", from: number, canBeKey: boolean): void {
    const end = endOf(quoted[quote], from);
    if (end === null) {
      add("text", line.length);
      next = { text: quote, indent: -1, depth };
      return;
    }
    const keyEnd = canBeKey ? endOf(depth > 0 ? afterQuotedKey : afterKey, end) : null;
    if (keyEnd !== null && depth === 0) parent = at;
    add(keyEnd === null ? "text" : "key", keyEnd ?? end);
  }

  function addPlain(): void {
    const from = at;
    const end = plainEnd(line, from, depth > 0);
    const keyEnd = endOf(afterKey, end);
    if (keyEnd !== null) {
      if (depth === 0) parent = from;
      add("key", keyEnd);
      return;
    }
    const text = line.slice(from, end).trimEnd();
    add(number.test(text) || word.test(text) ? "value" : "text", from + Math.max(1, text.length));
    if (depth === 0 && endOf(space) === line.length) {
      next = { text: "plain", indent: parent === -1 ? from - 1 : parent, depth };
    }
  }

  const indent = line.length - line.trimStart().length;
  const isBlank = indent === line.length;
  if (start.text === "block" || start.text === "plain") {
    const goesOn = isBlank || indent > start.indent;
    if (goesOn && (start.text === "block" || (line[indent] !== "#" && !isBlank))) {
      const end = start.text === "block" ? line.length : textEnd(line);
      add("text", end);
      skipSpace();
      add("comment", line.length);
      return {
        tokens,
        next: end === line.trimEnd().length || start.text === "block" ? start : { ...firstLine, depth },
      };
    }
    if (isBlank) {
      add("punctuation", line.length);
      return { tokens, next: start };
    }
  } else if (start.text !== null) addQuoted(start.text, 0, false);
  if (at === 0 && depth === 0) addMatch("punctuation", documentMark);

  while (at < line.length && next === null) {
    skipSpace();
    if (at >= line.length) break;
    if (at >= maxCharacters) {
      add("text", line.length);
      break;
    }
    const unit = line.charAt(at);
    if (unit === "#" && (at === 0 || /\s/.test(line.charAt(at - 1)))) addMatch("comment", comment);
    else if (depth === 0 && endOf(indicator) !== null) {
      if (unit !== ":") parent = at;
      addMatch("punctuation", indicator);
    } else if (endOf(bracket) !== null && (depth > 0 || unit === "[" || unit === "{")) {
      if (unit === "[" || unit === "{") depth += 1;
      else if (unit !== ",") depth -= 1;
      addMatch("punctuation", bracket);
    } else if (depth > 0 && unit === ":") add("punctuation", at + 1);
    else if (endOf(property) !== null) addMatch("punctuation", property);
    else if (depth === 0 && endOf(blockHeader) !== null) {
      addMatch("punctuation", blockHeader);
      skipSpace();
      addMatch("comment", comment);
      next = { text: "block", indent: parent, depth };
    } else if (unit === '"' || unit === "'") addQuoted(unit, at + 1, true);
    else addPlain();
  }
  skipSpace();
  return {
    tokens,
    next: next ?? (depth === start.depth && start.text === null ? start : { ...firstLine, depth }),
  };
}

/** Returns the end of a plain text, including trailing spaces: before a comment, a key's colon, or a bracket. */
function plainEnd(line: string, from: number, isInBrackets: boolean): number {
  const stop = isInBrackets ? /\s#|:(?=[\s,[\]{}]|$)|[,[\]{}]/g : /\s#|:(?=\s|$)/g;
  stop.lastIndex = from;
  const found = stop.exec(line);
  return Math.max(from, found?.index ?? line.length);
}

/** Returns the end of the text on a line, before trailing spaces and a comment. */
function textEnd(line: string): number {
  const found = line.search(/\s+#/);
  return found === -1 ? line.trimEnd().length : found;
}
