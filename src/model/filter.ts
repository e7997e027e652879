import { type Delivery, type Outcome, isFailure, outcomes } from "./delivery.ts";
import type { NumberKey } from "./filter-numbers.ts";
import { globToPredicate } from "./glob.ts";

/**
 * Parsed filter over deliveries. Terms are joined by AND, values of a term by OR. `filter-parse.ts` parses it,
 * `matchesFilter` matches rows, store/sqlite compiles it to SQL.
 */
export interface Filter {
  /** Typed text, trimmed. */
  readonly text: string;
  readonly terms: readonly FilterTerm[];
}

export interface FilterTerm {
  readonly negated: boolean;
  /** Range in the text in UTF-16 units, end exclusive. */
  readonly span: readonly [start: number, end: number];
  readonly match: FilterMatch;
}

export type Comparison = { readonly op: "=" | "<" | "<=" | ">" | ">="; readonly value: number };

/** Values of `is:` with an outcome of the same name. `failed` matches more: see `isFailure`. */
export type OutcomeState = Exclude<Outcome, "failed">;
export const outcomeStates = outcomes.filter((outcome) => outcome !== "failed");

export function isOutcomeState(state: FilterState): state is OutcomeState {
  return outcomeStates.some((outcome) => outcome === state);
}

/** Values of `is:`. */
export const filterStates = [
  "failed",
  "duplicate",
  "replay",
  ...outcomeStates,
  "invalid",
  "waiting",
  "dead",
  "open",
  "recovered",
  "latest",
  "twice",
  "edited",
  "bookmarked",
] as const;
export type FilterState = (typeof filterStates)[number];

/** Keys of terms whose values are globs. */
export const globKeys = ["route", "scope", "action", "webhook", "from", "path", "reason", "cause"] as const;
type GlobKey = (typeof globKeys)[number];

export type FilterMatch =
  /**
   * Consecutive, normalized tokens of the request or its result (see `search-tokens.ts`). The last one matches as a
   * prefix.
   */
  | { readonly kind: "words"; readonly tokens: readonly string[] }
  /**
   * Number ranges: all comparisons of at least one list must match. `status:2xx` is >= 200 and < 300. Durations are
   * in milliseconds.
   */
  | { [K in NumberKey]: { readonly kind: K; readonly anyOf: readonly (readonly Comparison[])[] } }[NumberKey]
  /** Globs that match the whole name; `*` is any run of characters. ASCII case is ignored. */
  | { readonly kind: GlobKey; readonly anyOf: readonly string[] }
  /** Type and name of `repo:dataset:me/*`, both globs; a type of null matches any. */
  | {
      readonly kind: "repo";
      readonly anyOf: readonly { readonly type: string | null; readonly name: string }[];
    }
  | { readonly kind: "is"; readonly anyOf: readonly FilterState[] }
  /** `since`: received at or after; `until`: before. */
  | { readonly kind: "since" | "until"; readonly atMs: number };

export const emptyFilter: Filter = { text: "", terms: [] };

/** Fields of a delivery that a filter reads besides its searched text. */
export type FilterRow = Pick<
  Delivery,
  | "seq"
  | "receivedAt"
  | "path"
  | "durationMs"
  | "reason"
  | "route"
  | "status"
  | "event"
  | "repo"
  | "webhookId"
  | "remote"
  | "outcome"
  | "schemaValid"
  | "replayOf"
  | "duplicateOf"
  | "nextAttemptAt"
  | "dead"
  | "recovered"
  | "open"
  | "latestTry"
  | "handledTries"
  | "edited"
  | "bookmark"
>;

const compares: Readonly<Record<Comparison["op"], (number: number, value: number) => boolean>> = {
  "=": (number, value) => number === value,
  "<": (number, value) => number < value,
  "<=": (number, value) => number <= value,
  ">": (number, value) => number > value,
  ">=": (number, value) => number >= value,
};

/** Returns true if a number matches one comparison. */
export function compareNumber(number: number, { op, value }: Comparison): boolean {
  return compares[op](number, value);
}

const states: Readonly<Record<Exclude<FilterState, OutcomeState>, (row: FilterRow) => boolean>> = {
  failed: isFailure,
  duplicate: (row) => row.duplicateOf !== null,
  replay: (row) => row.replayOf !== null,
  invalid: (row) => row.schemaValid === false,
  waiting: (row) => row.nextAttemptAt !== null,
  dead: (row) => row.dead,
  open: (row) => row.open,
  recovered: (row) => row.recovered,
  latest: (row) => row.latestTry === row.seq,
  twice: (row) => row.outcome === "handled" && row.handledTries > 1,
  edited: (row) => row.edited,
  bookmarked: (row) => row.bookmark !== null,
};

/** Text of a delivery that globs match, and its column in a log. */
interface GlobText {
  readonly column: string;
  readonly textOf: (row: FilterRow) => string | null | undefined;
}

export const globTexts: Readonly<Record<GlobKey, GlobText>> = {
  route: { column: "route", textOf: (row) => row.route },
  scope: { column: "scope", textOf: (row) => row.event?.scope },
  action: { column: "action", textOf: (row) => row.event?.action },
  webhook: { column: "webhook_id", textOf: (row) => row.webhookId },
  from: { column: "remote", textOf: (row) => row.remote },
  path: { column: "path", textOf: (row) => row.path },
  reason: { column: "reason", textOf: (row) => row.reason },
  cause: { column: "reason", textOf: (row) => row.reason },
};

const numbers: Readonly<Record<NumberKey, (row: FilterRow) => number | null>> = {
  status: (row) => row.status,
  took: (row) => row.durationMs,
  seq: (row) => row.seq,
};

function isIn(state: FilterState, row: FilterRow): boolean {
  return isOutcomeState(state) ? row.outcome === state : states[state](row);
}

function isLike(name: string | null | undefined, globs: readonly string[]): boolean {
  return typeof name === "string" && globs.some((glob) => globToPredicate(glob)(name));
}

function matches(match: FilterMatch, row: FilterRow, text: () => string): boolean {
  switch (match.kind) {
    case "words":
      // A match starts at a token, because tokens contain no space. The last token may match as a prefix.
      return ` ${text()}`.includes(` ${match.tokens.join(" ")}`);
    case "status":
    case "took":
    case "seq": {
      const number = numbers[match.kind](row);
      return (
        number !== null &&
        match.anyOf.some((range) => range.every((comparison) => compareNumber(number, comparison)))
      );
    }
    case "repo":
      return match.anyOf.some(
        ({ type, name }) =>
          isLike(row.repo?.name, [name]) && (type === null || isLike(row.repo?.type, [type])),
      );
    case "is":
      return match.anyOf.some((state) => isIn(state, row));
    case "since":
      return Date.parse(row.receivedAt) >= match.atMs;
    case "until":
      return Date.parse(row.receivedAt) < match.atMs;
    default:
      return isLike(globTexts[match.kind].textOf(row), match.anyOf);
  }
}

/**
 * Returns true if a delivery matches all terms of a filter. A field without a value matches no term, and every
 * negated term. `text` returns the `searchText` of the delivery; called at most once, and only if the filter has
 * words and all other terms match.
 */
export function matchesFilter(filter: Filter, row: FilterRow, text: () => string): boolean {
  const isWanted = ({ match, negated }: Filter["terms"][number], text: () => string) =>
    matches(match, row, text) !== negated;
  const wordTerms = filter.terms.filter(({ match }) => match.kind === "words");
  const otherTerms = filter.terms.filter(({ match }) => match.kind !== "words");
  if (!otherTerms.every((term) => isWanted(term, text))) return false;
  if (wordTerms.length === 0) return true;
  const known = text();
  return wordTerms.every((term) => isWanted(term, () => known));
}
