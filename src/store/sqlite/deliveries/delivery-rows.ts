import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { deliveryOfRow, eventOfRow, outcomeOfRow, storedColumns } from "../../../model/delivery-fields.ts";
import { failedOutcomes } from "../../../model/delivery.ts";
import type { Attempt, Delivery, NewDelivery, Outcome, Reply } from "../../../model/delivery.ts";
import { errorText } from "../../../model/errors.ts";
import type { Tally } from "../../delivery-log.ts";
import { StoreDamagedError } from "../../errors.ts";
import { headersFromText, type Row } from "../rows.ts";
import { eventFields, waitingStates } from "./event-states.ts";

/**
 * SQL for the next attempt of a row of `deliveries AS d`: the due time of its waiting job. Only pending rows
 * run the subquery.
 */
const nextAttemptAt = `CASE d.outcome WHEN 'pending'
  THEN (SELECT min(due_at) FROM jobs WHERE lane = CAST(d.seq AS TEXT) AND state IN (${waitingStates})) END`;

/** SQL condition for a row of `deliveries AS d` whose forward was given up. */
const isDead = `(d.outcome = 'failed'
  AND EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(d.seq AS TEXT) AND state = 'dead'))`;

/** SQL condition for a failed row of deliveries; the unary plus keeps SQLite from using the index of outcomes. */
export const isFailed = (row: string): string =>
  `(+${row}.outcome IN (${failedOutcomes.map((outcome) => `'${outcome}'`).join(", ")}) OR ${row}.status >= 400)`;

const stored = Object.values(storedColumns).flatMap((columns) => Object.entries(columns));

/** Columns that an append writes, and their values, without `seq` and `sha256`. */
export const appendedColumns: readonly (readonly [string, (delivery: NewDelivery) => SQLInputValue])[] = [
  ["received_at", (delivery) => delivery.receivedAtMs],
  ...stored,
  ["dedupe_key", (delivery) => delivery.dedupeKey],
  ["dedupe_within", (delivery) => delivery.dedupeWithinMs],
];

/** Columns of a Delivery without its bookmark, for a SELECT on `deliveries AS d`. */
export const rowColumns = `d.seq, d.received_at, d.sha256, d.duplicate_of, d.event_of, d.dedupe_key, d.dedupe_within, ${stored.map(([name]) => `d.${name}`).join(", ")},
  ${nextAttemptAt} AS next_attempt_at, ${isDead} AS dead, ${eventFields}`;

/** Columns of a Delivery with its bookmark, on a connection with the table of bookmarks. */
export const markedColumns = `${rowColumns}, (SELECT note FROM temp.bookmarks WHERE seq = d.seq) AS bookmark`;

/** Converts a row with `markedColumns` to a delivery. @throws {StoreDamagedError} the row is invalid */
export function deliveryFromRow(row: Row): Delivery {
  return converted(row, deliveryOfRow);
}

/** Converts a row of counts by outcome, route and event. @throws {StoreDamagedError} the row is invalid */
export function tallyFromRow(row: Row): Tally {
  return {
    outcome: outcomeFromRow(row),
    route: text(row["route"]),
    event: eventOfRow(row),
    count: Number(row["n"]),
  };
}

/** @throws {StoreDamagedError} the outcome is invalid */
export function outcomeFromRow(row: Row): Outcome {
  return converted(row, outcomeOfRow);
}

function converted<T>(row: Row, convert: (row: Row) => T): T {
  try {
    return convert(row);
  } catch (cause) {
    throw new StoreDamagedError({
      what: "the log of deliveries is damaged",
      why: errorText(cause),
      hint: "Restart hooklens",
    });
  }
}

/** Returns true if a row is valid; rows of damaged pages may not be. */
export function isDelivery(row: Row): boolean {
  try {
    deliveryFromRow(row);
    return true;
  } catch {
    return false;
  }
}

export function attemptFromRow(row: Row): Attempt {
  return {
    target: String(row["target"]),
    startedAt: String(row["started_at"]),
    status: number(row["status"]),
    error: text(row["error"]),
    durationMs: Number(row["duration_ms"]),
    reply: replyFromRow(row),
  };
}

/** Returns the response of a row of `attempts`; null if there was none. */
export function replyFromRow(row: Row): Reply | null {
  const body = row["reply_body"];
  return body instanceof Uint8Array ? { headers: headersFromText(row["reply_headers"]), body } : null;
}

function text(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: SQLOutputValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
