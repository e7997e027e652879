import { nearest } from "../text/nearest.ts";
import { type FilterKey, filterKeys, isNumberKey, nearestKey } from "./filter-keys.ts";
import { type FilterText, type RawTerm, lexFilter } from "./filter-lex.ts";
import { parseMoment } from "./filter-moment.ts";
import { readNumbers } from "./filter-numbers.ts";
import { FilterSyntaxError, type TextSpan } from "./filter-syntax-error.ts";
import { type Filter, type FilterMatch, type FilterState, type FilterTerm, filterStates } from "./filter.ts";
import { savedFilterName, type SavedFilters, savedText } from "./saved-filters.ts";
import { tokenize } from "./search-tokens.ts";

/** Maximum number of terms, and of values per term, because stores limit the parameters of a query. */
const maxParts = 100;

function readWords({ text, span }: FilterText): FilterMatch {
  const tokens = tokenize(text);
  if (tokens.length > 0) return { kind: "words", tokens };
  throw new FilterSyntaxError(
    `${text === "" ? "an empty phrase" : `"${text}"`} has no words`,
    span,
    "Words consist of letters and digits",
  );
}

function isQuoted({ text, span }: FilterText): boolean {
  return span[1] - span[0] !== text.length;
}

/** Returns true for `#283`; in quotes the text is a word. */
function isShortSeq(value: FilterText): boolean {
  return /^#\d{1,15}$/.test(value.text) && !isQuoted(value);
}

function readSeq(text: FilterText): FilterMatch {
  return { kind: "seq", anyOf: [readNumbers("seq", text)] };
}

function readRepo({ text, span }: FilterText): { readonly type: string | null; readonly name: string } {
  const colon = text.indexOf(":");
  if (colon === -1) return { type: null, name: text };
  const [type, name] = [text.slice(0, colon), text.slice(colon + 1)];
  if (type !== "" && name !== "") return { type, name };
  throw new FilterSyntaxError(
    `"${text}" has no ${type === "" ? "type" : "name"}`,
    type === "" ? span : [span[1], span[1]],
    "Write repo:dataset:me/corpus, or repo:me/* for all types",
  );
}

function readState({ text, span }: FilterText): FilterState {
  const state = filterStates.find((state) => state === text.toLowerCase());
  if (state !== undefined) return state;
  const near = nearest(text, filterStates);
  throw new FilterSyntaxError(
    `unknown state "${text}"`,
    span,
    near === null ? `Write one of ${filterStates.join(", ")}` : `Perhaps you mean is:${near}`,
  );
}

function readMoment(key: "since" | "until", { values }: RawTerm, nowMs: number): FilterMatch {
  const [value, second] = values;
  if (second !== undefined) {
    throw new FilterSyntaxError(`${key}: takes one time`, second.span, "Remove one of them");
  }
  const atMs = parseMoment(value.text, nowMs);
  if (atMs !== null) return { kind: key, atMs };
  throw new FilterSyntaxError(
    `"${value.text}" is not a time`,
    value.span,
    /^\d+$/.test(value.text)
      ? `Add a unit, for example ${key}:${value.text}m (s, m, h, d or w)`
      : `Write ${key}:2h, or a date or time as ${key}:2026-11-20T09:14`,
  );
}

function readKey(key: FilterText): FilterKey {
  const known = filterKeys.find((known) => known === key.text.toLowerCase());
  if (known !== undefined) return known;
  const near = nearestKey(key.text);
  throw new FilterSyntaxError(
    `unknown key "${key.text}"`,
    key.span,
    near === null ? "Quote a text with a colon" : `Perhaps you mean ${near}:, or quote a text with a colon`,
  );
}

/** Foreign operators before a value: `status:!=200`, `is:!failed`, `route:==train`. */
const operatorPattern = /^(?:!=?=?|<>|≠|==?|[<>]=?)/;

/**
 * Rejects an operator before a value; it would be compared as part of the value.
 * @throws {FilterSyntaxError}
 */
function refuseOperator(key: FilterKey, value: FilterText, negated: boolean): void {
  const [operator] = (key === "is" ? /^-/.exec(value.text) : null) ?? operatorPattern.exec(value.text) ?? [];
  if (operator === undefined || isQuoted(value)) return;
  if (isNumberKey(key) && /^(?:[<>]=?|=)$/.test(operator)) return;
  const isExcluded = /^(?:[!-]|<>|≠)/.test(operator) !== negated;
  throw new FilterSyntaxError(
    `"${operator}" cannot stand before a value of ${key}:`,
    [value.span[0], value.span[0] + operator.length],
    `Perhaps you mean ${isExcluded ? "-" : ""}${key}:${value.text.slice(operator.length) || "VALUE"}`,
  );
}

function readMatch(term: RawTerm, nowMs: number): FilterMatch {
  const { key, values } = term;
  if (key === null) return isShortSeq(values[0]) ? readSeq(values[0]) : readWords(values[0]);
  const kind = readKey(key);
  for (const value of values) refuseOperator(kind, value, term.negated);
  switch (kind) {
    case "status":
    case "took":
    case "seq":
      return { kind, anyOf: values.map((value) => readNumbers(kind, value)) };
    case "repo":
      return { kind, anyOf: values.map(readRepo) };
    case "is":
      return { kind, anyOf: values.map(readState) };
    case "since":
    case "until":
      return readMoment(kind, term, nowMs);
    case "reason":
      // Reasons are sentences: a part is enough to match.
      return { kind, anyOf: values.map(({ text }) => `*${text}*`) };
    default:
      return { kind, anyOf: values.map(({ text }) => text) };
  }
}

/** Returns the terms of `@name`; null for words. */
function readSaved(raw: RawTerm, text: string, known: Known): readonly FilterTerm[] | null {
  const [{ span }] = raw.values;
  const name = text.slice(span[0] + 1, span[1]);
  if (raw.key !== null || text.charAt(span[0]) !== "@" || !savedFilterName.test(name)) return null;
  const saved = savedText(known.saved, name);
  if (saved === null) throw unknownName(name, span, known);
  if (known.open.includes(name)) {
    throw new FilterSyntaxError(`the saved filter @${name} contains itself`, span, "Save it without itself");
  }
  const terms = readNested(saved, name, span, known);
  const [first, ...more] = terms;
  if (!raw.negated || first === undefined) return terms;
  if (more.length === 0) return [{ ...first, negated: !first.negated }];
  throw new FilterSyntaxError(
    `@${name} has several terms and cannot be excluded as a whole`,
    span,
    "Write the excluded terms themselves",
  );
}

function readNested(saved: string, name: string, span: TextSpan, known: Known): readonly FilterTerm[] {
  try {
    return readTerms(saved, { ...known, open: [...known.open, name] }).map((term) => ({ ...term, span }));
  } catch (error) {
    if (!(error instanceof FilterSyntaxError)) throw error;
    throw new FilterSyntaxError(
      `the saved filter @${name} has an error`,
      span,
      `In its text, ${saved}: ${error.message.replace(/\.$/, "")}`,
    );
  }
}

function unknownName(name: string, span: TextSpan, { saved }: Known): FilterSyntaxError {
  const near = nearest(name, Object.keys(saved));
  const hint = near === null ? `Quote it to search for it: "@${name}"` : `Perhaps you mean @${near}`;
  return new FilterSyntaxError(`no filter is saved as "${name}"`, span, hint);
}

function checkCount(count: number, of: string, span: TextSpan): void {
  if (count > maxParts) {
    throw new FilterSyntaxError(`a filter has at most ${maxParts} ${of}`, span, "Remove some of them");
  }
}

/** Context of a filter. */
interface Known {
  readonly nowMs: number;
  readonly saved: SavedFilters;
  /** Names of the saved filters that contain the text. */
  readonly open: readonly string[];
}

function readTerms(text: string, known: Known): readonly FilterTerm[] {
  const terms: FilterTerm[] = [];
  for (const raw of lexFilter(text)) {
    checkCount(raw.values.length, "values of one key", raw.span);
    const { negated, span } = raw;
    terms.push(...(readSaved(raw, text, known) ?? [{ negated, span, match: readMatch(raw, known.nowMs) }]));
    checkCount(terms.length, "terms", span);
  }
  return terms;
}

/**
 * Parses a filter: words and "phrases" of the payload, `key:value` for other fields, `|` between values, `-` to
 * exclude a term, `@name` for a saved filter. All terms must match; an empty filter matches everything.
 * @param nowMs reference time of durations such as `since:2h`
 * @throws {FilterSyntaxError} with the place in the text
 */
export function parseFilter(text: string, nowMs: number = Date.now(), saved: SavedFilters = {}): Filter {
  const offset = text.length - text.trimStart().length;
  const terms = readTerms(text, { nowMs, saved, open: [] });
  return {
    text: text.trim(),
    terms: terms.map((term) => ({ ...term, span: [term.span[0] - offset, term.span[1] - offset] })),
  };
}
