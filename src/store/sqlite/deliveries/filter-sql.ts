import type { SQLInputValue } from "node:sqlite";
import {
  globTexts,
  isOutcomeState,
  type Comparison,
  type Filter,
  type FilterMatch,
  type FilterState,
  type OutcomeState,
} from "../../../model/filter.ts";
import { isFailed } from "./delivery-rows.ts";
import { isLatest, isOpen, isRecovered, isTwice, waitingStates } from "./event-states.ts";

/** Condition on `deliveries AS d` with its parameters. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

const operators: Record<Comparison["op"], string> = { "=": "=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };

/**
 * Unary plus keeps SQLite from using the indexes of these columns, with which it would sort all matches by seq;
 * summaries of blocks limit the read rows.
 */
const states: Record<Exclude<FilterState, OutcomeState>, string> = {
  failed: isFailed("d"),
  duplicate: "+d.duplicate_of IS NOT NULL",
  replay: "+d.replay_of IS NOT NULL",
  invalid: "d.schema_valid = 0",
  // Start from the few jobs instead of testing each row; select the same rows as nextAttemptAt and isDead.
  waiting: `+d.outcome = 'pending' AND ${hasJob(waitingStates)}`,
  dead: `+d.outcome = 'failed' AND ${hasJob("'dead'")}`,
  recovered: isRecovered,
  open: isOpen,
  latest: isLatest,
  twice: isTwice,
  edited: "d.edited = 1",
  bookmarked: "d.seq IN (SELECT seq FROM temp.bookmarks)",
};

function stateCondition(state: FilterState): string {
  return isOutcomeState(state) ? `+d.outcome = '${state}'` : states[state];
}

function hasJob(states: string): string {
  return `d.seq IN (SELECT CAST(lane AS INTEGER) FROM jobs WHERE state IN (${states}))`;
}

const numbers = { status: "d.status", took: "d.duration_ms", seq: "d.seq" } as const;

/**
 * Returns the condition of a filter without its words, which this table does not contain. Text of the filter
 * is only passed as parameters. Selects the same rows as `matchesFilter`: a column without a value matches no
 * term, and therefore every negated term.
 */
export function columnCondition(filter: Filter): SqlCondition {
  const conditions = filter.terms.flatMap(({ match, negated }) => {
    if (match.kind === "words") return [];
    const { sql, params } = matchCondition(match);
    return [{ sql: negated ? `(${sql}) IS NOT TRUE` : `(${sql})`, params }];
  });
  return conditions.length === 0 ? { sql: "TRUE", params: [] } : joined(conditions, " AND ");
}

function matchCondition(match: Exclude<FilterMatch, { kind: "words" }>): SqlCondition {
  switch (match.kind) {
    case "status":
    case "took":
    case "seq":
      return anyOf(match.anyOf, (ranges) =>
        joined(
          ranges.map(({ op, value }) => ({
            sql: `${numbers[match.kind]} ${operators[op]} ?`,
            params: [value],
          })),
          " AND ",
        ),
      );
    case "repo":
      return anyOf(match.anyOf, ({ type, name }) => {
        const byName = likeGlob("d.repo_name", name);
        return type === null ? byName : joined([likeGlob("d.repo_type", type), byName], " AND ");
      });
    case "is":
      return anyOf(match.anyOf, (state) => ({ sql: stateCondition(state), params: [] }));
    case "since":
    case "until":
      return { sql: `d.received_at ${match.kind === "since" ? ">=" : "<"} ?`, params: [match.atMs] };
    default:
      return anyOf(match.anyOf, (glob) => likeGlob(`d.${globTexts[match.kind].column}`, glob));
  }
}

/**
 * Returns the condition that a column matches a glob. LIKE ignores the case of ASCII letters only, as the
 * globs of a filter do.
 */
function likeGlob(column: string, glob: string): SqlCondition {
  const pattern = glob.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
  return { sql: String.raw`${column} LIKE ? ESCAPE '\'`, params: [pattern] };
}

function anyOf<T>(values: readonly T[], condition: (value: T) => SqlCondition): SqlCondition {
  return values.length === 0 ? { sql: "FALSE", params: [] } : joined(values.map(condition), " OR ");
}

function joined(conditions: readonly SqlCondition[], by: " AND " | " OR "): SqlCondition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(by) || "TRUE",
    params: conditions.flatMap(({ params }) => params),
  };
}
