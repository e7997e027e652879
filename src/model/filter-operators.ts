import { isNumberKey, nearestKey } from "./filter-keys.ts";
import { FilterSyntaxError } from "./filter-syntax-error.ts";

/** Operators of other filter languages. They are searched as words only in quotes. */
export type ReservedOperator = "and" | "or" | "not" | "parenthesis";

const words: Readonly<Record<string, ReservedOperator>> = {
  and: "and",
  "&": "and",
  "&&": "and",
  or: "or",
  "|": "or",
  "||": "or",
  not: "not",
};

const quoted = /"(?:\\["\\]|[^"])*"?/g;

/** Returns the operator in a word, outside quotes; null if there is none. */
export function reservedOperator(word: string): ReservedOperator | null {
  const operator = word.toLowerCase();
  if (Object.hasOwn(words, operator)) return words[operator] ?? null;
  const unquoted = word.replaceAll(quoted, "");
  return /[()]/.test(unquoted) ? "parenthesis" : unquoted.includes("&&") ? "and" : null;
}

const hints: Readonly<Record<ReservedOperator, string>> = {
  and: "Separate terms by a space: all of them must match",
  or: "Write several values after one key, as in status:500|502",
  not: "Write a minus before the term, as in -is:failed",
  parenthesis: "Write several values after one key, as in status:500|502",
};

/** A word up to white space outside quotes. */
const wordPattern = /^(?:"(?:\\["\\]|[^"])*"?|[^\s"])+/;

/** Comparison in the style of other languages: `status>=400`, `status != 200`, `=404`. */
const comparison =
  /^(?<minus>-?)(?<key>[^\s"=<>!~:|≠≤≥]*)(?<op>\s*(?:[!=]==?|<>|[<>]=|[=!]~|[=<>≠≤≥]))(?<value>\s*(?:"[^"]*"|[^\s"])*)/;

/** Operators allowed after a key. */
const numberOperators: Readonly<Record<string, string>> = {
  "<": "<",
  ">": ">",
  "<=": "<=",
  ">=": ">=",
  "≤": "<=",
  "≥": ">=",
};

const contrary = /^(?:!|<>|≠)/;

/**
 * Rejects operators of other languages at the start of a term: `NOT`, `AND`, `OR`, parentheses, `!word`,
 * `status=404`. They would otherwise be searched as words.
 * @throws {FilterSyntaxError} suggests the equivalent term
 */
export function refuseOperators(text: string, at: number): void {
  const rest = text.slice(at);
  const [word = ""] = wordPattern.exec(rest) ?? [];
  const minus = word.startsWith("-") ? 1 : 0;
  const bare = word.slice(minus);
  // A term with a leading quote is words up to its end.
  if (bare.startsWith('"')) return;
  const reserved = reservedOperator(bare);
  if (reserved !== null) throw reservedError(reserved, bare, [at + minus, at + word.length], rest);
  if (bare.startsWith("!") && !/^![=~]/.test(bare)) {
    const hint = bare === "!" ? hints.not : `Write ${minus === 1 ? "" : "-"}${bare.slice(1)}`;
    throw new FilterSyntaxError('"!" excludes no term', [at + minus, at + minus + 1], hint);
  }
  refuseComparison(rest, at);
}

function reservedError(
  operator: ReservedOperator,
  word: string,
  span: readonly [number, number],
  rest: string,
): FilterSyntaxError {
  if (operator === "parenthesis") {
    return new FilterSyntaxError(
      "parentheses cannot group terms",
      span,
      `${hints[operator]}, or quote a text that has parentheses`,
    );
  }
  const hint = operator === "not" ? excluding(rest) : hints[operator];
  return new FilterSyntaxError(
    operator === "not" ? `"${word}" excludes no term` : `"${word}" cannot join terms, which must all match`,
    span,
    /^[&|]/.test(word) ? hint : `${hint}, or quote "${word}" to search for it`,
  );
}

/** Returns the hint for `NOT is:failed`: the next term with a minus. */
function excluding(rest: string): string {
  const { minus = "", term } = /^\S+\s+(?<minus>-?)(?<term>\w[^\s"()]*)/.exec(rest)?.groups ?? {};
  if (term === undefined || reservedOperator(term) !== null) return hints.not;
  return `Write ${minus === "" ? "-" : ""}${term}`;
}

function refuseComparison(rest: string, at: number): void {
  const found = comparison.exec(rest)?.groups;
  if (found === undefined) return;
  const { minus = "", key: typed = "", op = "", value: spaced = "" } = found;
  const operator = op.trim();
  // `a >b` is a word and the start of another term.
  const [key, value] = [typed === "" ? null : nearestKey(typed), spaced.trim()];
  if (key === null && /^\s/.test(op)) return;
  const start = at + minus.length + typed.length + (op.length - operator.length);
  const span = [start, start + operator.length] as const;
  const what = `"${operator}" does not compare`;
  const quotedText = `"${`${typed}${op}${spaced}`.replaceAll('"', "")}"`;
  if (key === null) {
    const hint = `Write a key, a colon and a value, as in status:404, or quote ${quotedText} to search for it`;
    throw new FilterSyntaxError(what, span, hint);
  }
  if (value === "") throw new FilterSyntaxError(what, span, `Write ${key}: and a value without spaces`);
  const excluded = contrary.test(operator) !== (minus !== "");
  const compared = isNumberKey(key) ? (numberOperators[operator] ?? "") : "";
  const term = `${excluded ? "-" : ""}${key}:${compared}${value}`;
  throw new FilterSyntaxError(
    what,
    span,
    `Perhaps you mean ${term}${key === typed.toLowerCase() ? "" : `, or quote ${quotedText} to search for it`}`,
  );
}
