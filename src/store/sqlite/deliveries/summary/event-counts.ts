import type { DatabaseSync } from "node:sqlite";
import type { eventStates, Outcome } from "../../../../model/delivery.ts";
import type { Filter } from "../../../../model/filter.ts";
import type { EventCounts } from "../../../events.ts";
import { countedFields, hasWaitingJob } from "../event-states.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";

export const noEvents: EventCounts = {
  received: 0,
  running: 0,
  waiting: 0,
  handled: 0,
  superseded: 0,
  failed: 0,
  handledTwice: 0,
  handledAfterInterruption: 0,
  tries: 0,
};

/** SQL for the seqs of the tries of events with several. */
const repeated = `SELECT seq FROM deliveries WHERE event_of IS NOT NULL
  UNION ALL SELECT event_of FROM deliveries WHERE event_of IS NOT NULL`;

/** States of events with one try, by its outcome; a pending one may wait. */
const statesOfOnly: Readonly<Record<Exclude<Outcome, "rejected">, (typeof eventStates)[number]>> = {
  accepted: "received",
  pending: "running",
  handled: "handled",
  failed: "failed",
  interrupted: "failed",
  superseded: "superseded",
};

/**
 * Counts the events of the matching deliveries. The state of an event covers its tries that do not match, too. Events
 * with one try, which most are, are counted by its outcome: the index of outcomes has a log without a filter.
 * @param matching condition of the filter's words; null without words
 */
export function eventCounts(db: DatabaseSync, filter: Filter, matching: SqlCondition | null): EventCounts {
  const column = columnCondition(filter);
  const words = matching === null ? "" : `AND ${matching.sql}`;
  const params = [...column.params, ...(matching?.params ?? [])];
  const matches = `+d.outcome <> 'rejected' AND ${column.sql} ${words}`;
  const counts = { ...noEvents };
  const numberOf = (value: unknown) => Number(value ?? 0);

  const single = db
    .prepare(
      `SELECT d.outcome, count(*) AS n, sum(d.outcome = 'pending' AND ${hasWaitingJob}) AS waiting
       FROM deliveries AS d WHERE ${matches} AND d.seq NOT IN (${repeated}) GROUP BY d.outcome`,
    )
    .all(...params);
  for (const { outcome, n, waiting } of single) {
    counts[statesOfOnly[outcome as keyof typeof statesOfOnly]] += numberOf(n) - numberOf(waiting);
    counts.waiting += numberOf(waiting);
    counts.tries += numberOf(n);
  }

  const several = db
    .prepare(
      `SELECT event_state AS state, count(*) AS n, sum(matching) AS tries, sum(handled_tries > 1) AS twice,
         sum(handled_tries = 1 AND interrupted) AS after_interruption FROM (
         SELECT ${countedFields}, count(*) AS matching FROM deliveries AS d
         WHERE ${matches} AND d.seq IN (${repeated}) GROUP BY ifnull(d.event_of, d.seq))
       GROUP BY 1`,
    )
    .all(...params);
  for (const row of several) {
    counts[row["state"] as (typeof eventStates)[number]] += numberOf(row["n"]);
    counts.tries += numberOf(row["tries"]);
    counts.handledTwice += numberOf(row["twice"]);
    counts.handledAfterInterruption += numberOf(row["after_interruption"]);
  }
  return counts;
}
