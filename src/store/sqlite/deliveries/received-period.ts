import type { DatabaseSync } from "node:sqlite";
import { outcomes } from "../../../model/delivery.ts";
import type { ReceivedPeriod } from "../../delivery-log.ts";

/**
 * Returns the period in which the deliveries of a log were received; null for an empty log. Imported deliveries have
 * higher seqs than later ones. The index of outcomes and times has the extremes of each outcome.
 */
export function receivedPeriod(db: DatabaseSync): ReceivedPeriod | null {
  const row = db
    .prepare(
      `SELECT min(first) AS first, max(last) AS last FROM (${outcomes
        .map(
          (
            outcome,
          ) => `SELECT (SELECT min(received_at) FROM deliveries WHERE outcome = '${outcome}') AS first,
            (SELECT max(received_at) FROM deliveries WHERE outcome = '${outcome}') AS last`,
        )
        .join(" UNION ALL ")})`,
    )
    .get();
  const { first, last } = row ?? {};
  return typeof first === "number" && typeof last === "number" ? { firstAtMs: first, lastAtMs: last } : null;
}
