import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { authResults, failedOutcomes, outcomes } from "../../../model/delivery.ts";
import type { Attempt, Delivery, NewDelivery, Outcome, Reply } from "../../../model/delivery.ts";
import type { Tally } from "../../delivery-log.ts";
import { StoreDamagedError } from "../../errors.ts";
import { headersFromText, type Row } from "../rows.ts";

/**
 * SQL for the next attempt of a row of `deliveries AS d`: the due time of its waiting job. Only pending rows
 * run the subquery.
 */
const nextAttemptAt = `CASE d.outcome WHEN 'pending'
  THEN (SELECT min(due_at) FROM jobs WHERE lane = CAST(d.seq AS TEXT) AND state IN ('later', 'ready', 'held')) END`;

/** SQL condition for a row of `deliveries AS d` whose forward was given up. */
const isDead = `(d.outcome = 'failed'
  AND EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(d.seq AS TEXT) AND state = 'dead'))`;

/** SQL condition for a row of deliveries that failed; the plus keeps SQLite from the index of outcomes. */
export const isFailed = (row: string): string =>
  `(+${row}.outcome IN (${failedOutcomes.map((outcome) => `'${outcome}'`).join(", ")}) OR ${row}.status >= 400)`;

/** SQL condition for a replay that succeeded. */
export const isSuccess = (row: string): string =>
  `(${row}.outcome IN ('accepted', 'handled') AND ifnull(${row}.status, 200) < 400)`;

/**
 * SQL for a row of `deliveries AS d` that failed, of which a replay succeeded, or a replay of that one. Only failed
 * rows run the subquery.
 */
const isRecovered = `CASE WHEN ${isFailed("d")} THEN EXISTS (
  WITH RECURSIVE later (seq) AS (
    SELECT r.seq FROM deliveries AS r WHERE r.replay_of = d.seq
    UNION SELECT r.seq FROM later JOIN deliveries AS r ON r.replay_of = later.seq
  ) SELECT 1 FROM later JOIN deliveries AS r ON r.seq = later.seq WHERE ${isSuccess("r")}) ELSE FALSE END`;

/** Columns of a Delivery, for a SELECT on `deliveries AS d`. */
export const deliveryColumns = `d.seq, d.received_at, d.route, d.method, d.path, d.remote, d.bytes, d.sha256, d.scope, d.action,
  d.repo_type, d.repo_name, d.webhook_id, d.subject, d.auth, d.outcome, d.schema_valid, d.status, d.duration_ms, d.replay_of, d.duplicate_of, d.reason,
  d.edited, ${nextAttemptAt} AS next_attempt_at, ${isDead} AS dead, ${isRecovered} AS recovered`;

/** Columns of a Delivery with its bookmark, on a connection with the table of bookmarks. */
export const markedColumns = `${deliveryColumns}, (SELECT note FROM temp.bookmarks WHERE seq = d.seq) AS bookmark`;

/** Columns of `deliveries` that an append writes, and their values, without `seq` and `sha256`. */
export const appendedColumns: readonly (readonly [
  name: string,
  valueOf: (delivery: NewDelivery) => SQLInputValue,
])[] = [
  ["received_at", (delivery) => delivery.receivedAtMs],
  ["route", (delivery) => delivery.route],
  ["method", (delivery) => delivery.method],
  ["path", (delivery) => delivery.path],
  ["remote", (delivery) => delivery.remote],
  ["bytes", (delivery) => delivery.bytes],
  ["scope", (delivery) => delivery.event?.scope ?? null],
  ["action", (delivery) => delivery.event?.action ?? null],
  ["repo_type", (delivery) => delivery.repo?.type ?? null],
  ["repo_name", (delivery) => delivery.repo?.name ?? null],
  ["webhook_id", (delivery) => delivery.webhookId],
  ["subject", (delivery) => delivery.subject],
  ["auth", (delivery) => delivery.auth],
  ["outcome", (delivery) => delivery.outcome],
  ["schema_valid", ({ schemaValid }) => (schemaValid === null ? null : Number(schemaValid))],
  ["status", (delivery) => delivery.status],
  ["duration_ms", (delivery) => delivery.durationMs],
  ["replay_of", (delivery) => delivery.replayOf],
  ["edited", (delivery) => (delivery.edited ? 1 : null)],
  ["reason", (delivery) => delivery.reason],
  ["dedupe_key", (delivery) => delivery.dedupeKey],
  ["dedupe_within", (delivery) => delivery.dedupeWithinMs],
];

/**
 * Converts a row with `deliveryColumns` to a delivery.
 * @throws {StoreDamagedError} the row is invalid
 */
export function deliveryFromRow(row: Row): Delivery {
  return {
    seq: Number(row["seq"]),
    receivedAt: new Date(Number(row["received_at"])).toISOString(),
    route: text(row["route"]),
    method: String(row["method"]),
    path: String(row["path"]),
    remote: String(row["remote"]),
    bytes: Number(row["bytes"]),
    sha256: text(row["sha256"]),
    event: pair(row["scope"], row["action"], (scope, action) => ({ scope, action })),
    repo: pair(row["repo_type"], row["repo_name"], (type, name) => ({ type, name })),
    webhookId: text(row["webhook_id"]),
    subject: text(row["subject"]),
    auth: oneOf(authResults, row["auth"]),
    outcome: outcomeFromRow(row),
    schemaValid: flag(row["schema_valid"]),
    status: number(row["status"]),
    durationMs: number(row["duration_ms"]),
    replayOf: number(row["replay_of"]),
    edited: row["edited"] === 1,
    duplicateOf: number(row["duplicate_of"]),
    reason: text(row["reason"]),
    nextAttemptAt: moment(row["next_attempt_at"]),
    dead: row["dead"] === 1,
    recovered: row["recovered"] === 1,
    bookmark: text(row["bookmark"]),
  };
}

/** Converts a row of counts by outcome, route and event. @throws {StoreDamagedError} the row is invalid */
export function tallyFromRow(row: Row): Tally {
  return {
    outcome: outcomeFromRow(row),
    route: text(row["route"]),
    event: pair(row["scope"], row["action"], (scope, action) => ({ scope, action })),
    count: Number(row["n"]),
  };
}

/** @throws {StoreDamagedError} the outcome is invalid */
export function outcomeFromRow(row: Row): Outcome {
  return oneOf(outcomes, row["outcome"]);
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

function oneOf<T extends string>(known: readonly T[], value: SQLOutputValue | undefined): T {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new StoreDamagedError({
    what: "the log of deliveries is damaged",
    why: `"${String(value)}" is not one of ${known.join(", ")}`,
    hint: "Restart hooklens",
  });
}

function text(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: SQLOutputValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function flag(value: SQLOutputValue | undefined): boolean | null {
  return typeof value === "number" ? value === 1 : null;
}

/** Converts milliseconds since 1970 to ISO 8601; returns null for any other type. */
function moment(value: SQLOutputValue | undefined): string | null {
  return typeof value === "number" ? new Date(value).toISOString() : null;
}

function pair<T>(
  first: SQLOutputValue | undefined,
  second: SQLOutputValue | undefined,
  make: (first: string, second: string) => T,
): T | null {
  return typeof first === "string" && typeof second === "string" ? make(first, second) : null;
}
