import { isFailure } from "./delivery.ts";
import {
  isOutcomeState,
  type Comparison,
  type Filter,
  type FilterMatch,
  type FilterRow,
  type FilterState,
  type OutcomeState,
} from "./filter.ts";
import { globToPredicate } from "./glob.ts";

const compares: Readonly<Record<Comparison["op"], (status: number, value: number) => boolean>> = {
  "=": (status, value) => status === value,
  "<": (status, value) => status < value,
  "<=": (status, value) => status <= value,
  ">": (status, value) => status > value,
  ">=": (status, value) => status >= value,
};

const states: Readonly<Record<Exclude<FilterState, OutcomeState>, (row: FilterRow) => boolean>> = {
  failed: isFailure,
  duplicate: (row) => row.duplicateOf !== null,
  replay: (row) => row.replayOf !== null,
  invalid: (row) => row.schemaValid === false,
  waiting: (row) => row.nextAttemptAt !== null,
  dead: (row) => row.dead,
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
      // Tokens contain no space: a token begins after one, and a phrase without one after it matches by the start of its last token.
      return ` ${text()}`.includes(` ${match.tokens.join(" ")}`);
    case "status": {
      const { status } = row;
      return (
        status !== null &&
        match.anyOf.some((range) => range.every(({ op, value }) => compares[op](status, value)))
      );
    }
    case "route":
      return isLike(row.route, match.anyOf);
    case "scope":
      return isLike(row.event?.scope, match.anyOf);
    case "action":
      return isLike(row.event?.action, match.anyOf);
    case "webhook":
      return isLike(row.webhookId, match.anyOf);
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
  }
  return Date.parse(row.receivedAt) < match.atMs;
}

/**
 * Returns true if a delivery matches all terms of a filter. A column without a value matches no term, and so every negated one.
 * `text` returns the `searchText` of the body; it is called at most once, and only if the filter has words and its other terms match.
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
