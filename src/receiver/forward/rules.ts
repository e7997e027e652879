import { parseFilter } from "../../model/filter-parse.ts";
import type { Filter, FilterMatch } from "../../model/filter.ts";
import type { SavedFilters } from "../../model/saved-filters.ts";
import { ForwardTargetError, parseForwardTarget } from "./target.ts";

/** Target of the deliveries that match a filter. */
export interface ForwardRule {
  readonly where: Filter;
  /** URL as returned by `parseForwardTarget`. */
  readonly target: string;
}

/**
 * Parses a rule.
 * @throws {ForwardTargetError} the target is invalid, or the filter depends on the result of the forward
 * @throws {UsageError} the filter is invalid, with the place of the error
 */
export function parseForwardRule(where: string, target: string, saved: SavedFilters = {}): ForwardRule {
  const filter = parseFilter(where, Date.now(), saved);
  if (!filter.terms.every(({ match }) => isKnownOnArrival(match))) {
    throw new ForwardTargetError({
      what: `"${where}" cannot choose a forward target`,
      why: "a term depends on the time or on the result of the forward",
      hint: "Use route:, scope:, action:, repo:, webhook:, from:, path:, is:invalid, is:replay and words",
    });
  }
  return { where: filter, target: parseForwardTarget(target) };
}

function isKnownOnArrival(match: FilterMatch): boolean {
  switch (match.kind) {
    case "is":
      return match.anyOf.every((state) => state === "invalid" || state === "replay");
    case "words":
    case "route":
    case "scope":
    case "action":
    case "repo":
    case "webhook":
    case "from":
    case "path":
      return true;
    default:
      return false;
  }
}
