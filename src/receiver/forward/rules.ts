import type { DeliveryDetail } from "../../model/delivery.ts";
import { parseFilter } from "../../model/filter-parse.ts";
import { type Filter, type FilterMatch, type FilterRow, matchesFilter } from "../../model/filter.ts";
import { readPayload } from "../../model/payload-read.ts";
import { searchText } from "../../model/search-tokens.ts";
import type { Incoming } from "../action.ts";
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
export function parseForwardRule(where: string, target: string): ForwardRule {
  const filter = parseFilter(where);
  if (!filter.terms.every(({ match }) => isKnownOnArrival(match))) {
    throw new ForwardTargetError({
      what: `"${where}" cannot choose a forward target`,
      why: "a term depends on the time or on the result of the forward",
      hint: "Use route:, scope:, action:, repo:, webhook:, is:invalid, is:replay and words",
    });
  }
  return { where: filter, target: parseForwardTarget(target) };
}

function isKnownOnArrival(match: FilterMatch): boolean {
  switch (match.kind) {
    case "is":
      return match.anyOf.every((state) => state === "invalid" || state === "replay");
    case "status":
    case "since":
    case "until":
      return false;
    default:
      return true;
  }
}

/** Part of a delivery that rules read. */
type Arrived = Pick<
  DeliveryDetail,
  "route" | "event" | "repo" | "webhookId" | "schemaValid" | "replayOf" | "body"
>;

/** Returns the target of the first rule that a delivery matches; null if there is none. */
export function ruleTarget(rules: readonly ForwardRule[], delivery: Arrived): string | null {
  if (rules.length === 0) return null;
  const row: FilterRow = {
    ...delivery,
    receivedAt: "",
    status: null,
    outcome: "pending",
    duplicateOf: null,
    nextAttemptAt: null,
    dead: false,
  };
  const text = (): string => searchText(delivery.body);
  return rules.find(({ where }) => matchesFilter(where, row, text))?.target ?? null;
}

/** Returns the target of the first rule that an arriving delivery matches; null if there is none. */
export function ruleTargetOf(rules: readonly ForwardRule[], incoming: Incoming): string | null {
  if (rules.length === 0) return null;
  const { event, repo, webhookId } = readPayload(incoming.payload);
  return ruleTarget(rules, { ...incoming, event, repo, webhookId });
}
