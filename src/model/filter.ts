import { outcomes, type Delivery, type Outcome } from "./delivery.ts";

/**
 * A filter over deliveries, as parsed from its text. Terms are joined by AND; values inside one term by OR.
 * `filter-parse.ts` parses it, `filter-match.ts` matches rows, store/sqlite compiles it to SQL.
 */
export interface Filter {
  /** The typed text, trimmed. */
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

/** Values of `is:` that match an outcome of the same name. `failed` is wider: see `isFailure`. */
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
] as const;
export type FilterState = (typeof filterStates)[number];

export type FilterMatch =
  /** Consecutive tokens of the payload (see `search-tokens.ts`), already normalized; the last one is matched by its start. */
  | { readonly kind: "words"; readonly tokens: readonly string[] }
  /** Ranges of the status; `status:2xx` is >= 200 and < 300. Any of the outer, all of the inner. */
  | { readonly kind: "status"; readonly anyOf: readonly (readonly Comparison[])[] }
  /** Globs: `*` is any run of characters; the whole name must match, case-insensitive (ASCII). */
  | { readonly kind: "route" | "scope" | "action" | "webhook"; readonly anyOf: readonly string[] }
  /** `repo:dataset:me/*`; without a type, any. Both are globs. */
  | {
      readonly kind: "repo";
      readonly anyOf: readonly { readonly type: string | null; readonly name: string }[];
    }
  | { readonly kind: "is"; readonly anyOf: readonly FilterState[] }
  /** `since`: received at or after; `until`: before. */
  | { readonly kind: "since" | "until"; readonly atMs: number };

export const emptyFilter: Filter = { text: "", terms: [] };

/** Fields of a delivery that a filter reads besides the words of the payload. */
export type FilterRow = Pick<
  Delivery,
  | "receivedAt"
  | "route"
  | "status"
  | "event"
  | "repo"
  | "webhookId"
  | "outcome"
  | "schemaValid"
  | "replayOf"
  | "duplicateOf"
  | "nextAttemptAt"
  | "dead"
>;
