import type { DatabaseSync } from "node:sqlite";
import { eventStates } from "../../../../model/delivery.ts";
import type { Filter } from "../../../../model/filter.ts";
import type { EventCounts } from "../../../events.ts";
import { countedFields } from "../event-states.ts";
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
};

/**
 * Counts the events of the matching deliveries. The state of an event covers its tries that do not match, too.
 * @param matching condition of the filter's words; null without words
 */
export function eventCounts(db: DatabaseSync, filter: Filter, matching: SqlCondition | null): EventCounts {
  const column = columnCondition(filter);
  const words = matching === null ? "" : `AND ${matching.sql}`;
  const rows = db
    .prepare(
      `SELECT event_state AS state, count(*) AS n, sum(handled_tries > 1) AS twice,
         sum(handled_tries = 1 AND interrupted) AS after_interruption FROM (
         SELECT ${countedFields} FROM deliveries AS d
         WHERE +d.outcome <> 'rejected' AND ${column.sql} ${words} GROUP BY ifnull(d.event_of, d.seq))
       GROUP BY 1`,
    )
    .all(...column.params, ...(matching?.params ?? []));
  const counts = { ...noEvents };
  for (const state of eventStates) {
    const row = rows.find((one) => one["state"] === state);
    counts[state] = Number(row?.["n"] ?? 0);
    counts.handledTwice += Number(row?.["twice"] ?? 0);
    counts.handledAfterInterruption += Number(row?.["after_interruption"] ?? 0);
  }
  return counts;
}
