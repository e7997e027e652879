import { z } from "zod";
import { authResults, eventStates, highestImportedSeq, outcomes } from "./delivery.ts";
import type { Delivery, NewDelivery, Outcome } from "./delivery.ts";
import { eventIdOf } from "./event-key.ts";
import { shortSubject } from "./subject.ts";

/** Latest time of a Date, in milliseconds since 1970. */
const latestMs = 8.64e15;

/** Schema of a time, in milliseconds since 1970; receivers have whole ones. */
export const timeSchema = z.int().min(0).max(latestMs);

/** Schema of a duration, in milliseconds. */
export const durationSchema = z.number().min(0).max(latestMs);

/** Schema of an HTTP status. */
export const statusSchema = z.int().min(0).max(65_535);

const seqSchema = z.int().positive().max(highestImportedSeq);

/**
 * Fields of a delivery in the JSON of `deliveries ls`, of an export and of a message on NATS.
 * Fields added later have a default. `DeliveryDetail` adds headers, body, attempts and response.
 */
export const deliverySchema = z.object({
  /** Number of the delivery in its data directory, from 1; never reused. */
  seq: seqSchema,
  /** Time of receipt, ISO 8601 in UTC with milliseconds. */
  receivedAt: z.iso.datetime(),
  /** Name of the route; null if none matched. */
  route: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  /** Address of the sender, without port. */
  remote: z.string(),
  /** Size of the body as received, in bytes. */
  bytes: z.int().min(0),
  /** SHA-256 of the body in hex; null if the body was not read. */
  sha256: z.hash("sha256").nullable(),
  event: z.object({ scope: z.string(), action: z.string() }).nullable(),
  repo: z.object({ type: z.string(), name: z.string() }).nullable(),
  webhookId: z.string().nullable(),
  /**
   * Short summary of the change in the payload: `main@9a53552`, `#1 Fix the license`. Quotes the payload; null if the
   * payload names no change, and in older logs.
   */
  subject: z.string().transform(shortSubject).nullable().default(null),
  auth: z.enum(authResults),
  outcome: z.enum(outcomes),
  /** True if the body matches the payload schema; null if the body was not read. */
  schemaValid: z.boolean().nullable(),
  /** Status of the response of the receiver, handler or forward target; null while pending or without a response. */
  status: statusSchema.nullable(),
  /** Time from the arrival of the request to its outcome, in milliseconds; null while pending or if unknown. */
  durationMs: durationSchema.nullable(),
  replayOf: seqSchema.nullable(),
  /** True for a replay whose headers or body were edited. */
  edited: z.boolean().default(false),
  /**
   * First delivery with the same ID or content; null for the first one itself, and for a content until a background
   * pass finds it.
   */
  duplicateOf: seqSchema.nullable(),
  /** Reason of a refusal or failure in plain words; null if there is none. */
  reason: z.string().nullable(),
  /** Time of the next forward attempt, ISO 8601; null if none is planned. */
  nextAttemptAt: z.string().nullable(),
  /** True if the forward was given up. */
  dead: z.boolean(),
  /** True for a failed try of an event that another try handled. */
  recovered: z.boolean().default(false),
  /** ID of the event in the header `Webhook-Id`, also of an unedited replay; null without one. */
  eventId: z.string().nullable().default(null),
  /** First try of the event; the own number if it is this one, 0 in a line of an older export. */
  eventOf: z.int().min(0).max(highestImportedSeq).default(0),
  /** Latest try of the event; the own number if it is this one, 0 in a line of an older export. */
  latestTry: z.int().min(0).max(highestImportedSeq).default(0),
  /** Number of tries of the event in the log. */
  tries: z.int().min(0).default(1),
  /** Number of those tries that were handled. */
  handledTries: z.int().min(0).default(0),
  /** First handled try of the event; null if there is none. */
  settledBy: seqSchema.nullable().default(null),
  /** State of the event over all its tries; null for a rejected delivery, which belongs to none. */
  eventState: z.enum(eventStates).nullable().default(null),
  /** True for the latest try without a success of an event that waits or has failed: each such event has one. */
  open: z.boolean().default(false),
  /** Note of the bookmark, possibly empty; null without a bookmark. */
  bookmark: z.string().nullable().default(null),
});

/** Fields that a log derives from other rows, its queue and the bookmarks. */
const derivedFields = {
  duplicateOf: true,
  nextAttemptAt: true,
  dead: true,
  recovered: true,
  eventOf: true,
  latestTry: true,
  tries: true,
  handledTries: true,
  settledBy: true,
  eventState: true,
  open: true,
  bookmark: true,
} as const;

/** Fields passed to `append`. The log assigns or derives the others. */
export const appendedSchema = deliverySchema.omit({
  ...derivedFields,
  seq: true,
  receivedAt: true,
  eventId: true,
});

/**
 * Fields that a copy in another log shares with the original. Excludes derived fields and numbers of other
 * deliveries.
 */
export const copiedFields = deliverySchema
  .omit({ ...derivedFields, seq: true, replayOf: true })
  .keyof().options;

type StoredField = Exclude<keyof z.output<typeof appendedSchema>, "sha256">;
type Column = (delivery: NewDelivery) => string | number | null;

/** Columns of the table `deliveries` by stored field. The log computes `sha256`. */
export const storedColumns: { readonly [F in StoredField]: Readonly<Record<string, Column>> } = {
  route: { route: ({ route }) => route },
  method: { method: ({ method }) => method },
  path: { path: ({ path }) => path },
  remote: { remote: ({ remote }) => remote },
  bytes: { bytes: ({ bytes }) => bytes },
  event: { scope: ({ event }) => event?.scope ?? null, action: ({ event }) => event?.action ?? null },
  repo: { repo_type: ({ repo }) => repo?.type ?? null, repo_name: ({ repo }) => repo?.name ?? null },
  webhookId: { webhook_id: ({ webhookId }) => webhookId },
  subject: { subject: ({ subject }) => subject },
  auth: { auth: ({ auth }) => auth },
  outcome: { outcome: ({ outcome }) => outcome },
  schemaValid: { schema_valid: ({ schemaValid }) => (schemaValid === null ? null : Number(schemaValid)) },
  status: { status: ({ status }) => status },
  durationMs: { duration_ms: ({ durationMs }) => durationMs },
  replayOf: { replay_of: ({ replayOf }) => replayOf },
  edited: { edited: ({ edited }) => (edited ? 1 : null) },
  reason: { reason: ({ reason }) => reason },
};

/**
 * Converts a row of `deliveries`, with the derived columns, to a delivery. One literal: a read per field takes five
 * times as long.
 * @throws {RangeError} a column has an unknown value
 */
export function deliveryOfRow(row: Readonly<Record<string, unknown>>): Delivery {
  const outcome = outcomeOfRow(row);
  const settledBy = number(row["settled_by"]);
  return {
    seq: Number(row["seq"]),
    receivedAt: new Date(Number(row["received_at"])).toISOString(),
    route: text(row["route"]),
    method: String(row["method"]),
    path: String(row["path"]),
    remote: String(row["remote"]),
    bytes: Number(row["bytes"]),
    sha256: text(row["sha256"]),
    event: eventOfRow(row),
    repo: pair(row["repo_type"], row["repo_name"], (type, name) => ({ type, name })),
    webhookId: text(row["webhook_id"]),
    subject: text(row["subject"]),
    auth: oneOf(authResults, row["auth"]),
    outcome,
    schemaValid: flag(row["schema_valid"]),
    status: number(row["status"]),
    durationMs: number(row["duration_ms"]),
    replayOf: number(row["replay_of"]),
    edited: row["edited"] === 1,
    duplicateOf: number(row["duplicate_of"]),
    reason: text(row["reason"]),
    nextAttemptAt: moment(row["next_attempt_at"]),
    dead: row["dead"] === 1,
    recovered: (outcome === "failed" || outcome === "interrupted") && settledBy !== null,
    eventId: eventIdOf({ dedupeKey: text(row["dedupe_key"]), dedupeWithinMs: number(row["dedupe_within"]) }),
    eventOf: number(row["event_of"]) ?? Number(row["seq"]),
    latestTry: Number(row["latest_try"]),
    tries: Number(row["tries"]),
    handledTries: Number(row["handled_tries"]),
    settledBy,
    eventState: outcome === "rejected" ? null : oneOf(eventStates, row["event_state"] ?? "received"),
    open: row["open"] === 1,
    bookmark: text(row["bookmark"]),
  };
}

export function eventOfRow({ scope, action }: Readonly<Record<string, unknown>>): Delivery["event"] {
  return pair(scope, action, (scope, action) => ({ scope, action }));
}

/** @throws {RangeError} the outcome is unknown */
export function outcomeOfRow({ outcome }: Readonly<Record<string, unknown>>): Outcome {
  return oneOf(outcomes, outcome);
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new RangeError(`"${String(value)}" is not one of ${known.join(", ")}`);
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function flag(value: unknown): boolean | null {
  return typeof value === "number" ? value === 1 : null;
}

/** Converts milliseconds since 1970 to ISO 8601; returns null for any other type. */
function moment(value: unknown): string | null {
  return typeof value === "number" ? new Date(value).toISOString() : null;
}

function pair<T>(first: unknown, second: unknown, make: (first: string, second: string) => T): T | null {
  return typeof first === "string" && typeof second === "string" ? make(first, second) : null;
}
