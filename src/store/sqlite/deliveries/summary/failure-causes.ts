import type { DatabaseSync } from "node:sqlite";
import { type CauseExample, causeOf, type FailureCause } from "../../../../model/failure-cause.ts";
import type { Filter } from "../../../../model/filter.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";
import { partsFor, rangesOf } from "./candidates.ts";

/** Failures of a cause, by their first and last seq. */
interface Group {
  count: number;
  oldest: number;
  newest: number;
}

/**
 * Groups the matching failures by cause, largest group first. SQLite counts equal reasons, which become one group if
 * they differ in numbers, IDs, paths and quoted parts only.
 * @param matching condition of the filter's words; null without words
 */
export function failureCauses(
  db: DatabaseSync,
  filter: Filter,
  matching: SqlCondition | null,
): readonly FailureCause[] {
  return inSnapshot(db, () => {
    const exampleOf = prepareExamples(db);
    return [...groupsOf(db, filter, matching)]
      .map(([cause, { count, newest, oldest }]): FailureCause => ({
        cause,
        count,
        newest: exampleOf(newest),
        oldest: exampleOf(oldest),
      }))
      .toSorted((one, other) => other.count - one.count || other.newest.seq - one.newest.seq);
  });
}

function groupsOf(
  db: DatabaseSync,
  filter: Filter,
  matching: SqlCondition | null,
): ReadonlyMap<string | null, Group> {
  const failed: Filter = {
    ...filter,
    terms: [...filter.terms, { negated: false, span: [0, 0], match: { kind: "is", anyOf: ["failed"] } }],
  };
  const column = columnCondition(failed);
  const words = matching === null ? "" : `AND ${matching.sql}`;
  const counted = db.prepare(
    `SELECT nullif(d.reason, '') AS reason, count(*) AS n, min(d.seq) AS oldest, max(d.seq) AS newest FROM deliveries AS d
     WHERE d.seq BETWEEN ? AND ? AND ${column.sql} ${words} GROUP BY 1`,
  );
  const groups = new Map<string | null, Group>();
  for (const { low, high } of rangesOf(partsFor(db, failed))) {
    for (const row of counted.iterate(low, high, ...column.params, ...(matching?.params ?? []))) {
      const cause = row["reason"] === null ? null : causeOf(String(row["reason"]));
      const [count, oldest, newest] = [Number(row["n"]), Number(row["oldest"]), Number(row["newest"])];
      const known = groups.get(cause);
      if (known === undefined) groups.set(cause, { count, oldest, newest });
      else {
        known.count += count;
        known.oldest = Math.min(known.oldest, oldest);
        known.newest = Math.max(known.newest, newest);
      }
    }
  }
  return groups;
}

function prepareExamples(db: DatabaseSync): (seq: number) => CauseExample {
  const select = db.prepare("SELECT received_at, reason FROM deliveries WHERE seq = ?");
  return (seq) => {
    const row = select.get(seq);
    const reason = row?.["reason"] ?? null;
    return {
      seq,
      receivedAt: new Date(Number(row?.["received_at"])).toISOString(),
      reason: reason === null ? null : String(reason),
    };
  };
}

/** Runs queries on one snapshot: pruning removes no row between them. Words read from a snapshot of their own. */
function inSnapshot<T>(db: DatabaseSync, ask: () => T): T {
  if (db.isTransaction) return ask();
  db.exec("BEGIN");
  try {
    return ask();
  } finally {
    db.exec("COMMIT");
  }
}
