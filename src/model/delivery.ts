import type { EventName } from "./event.ts";

/** Results of the secret check. `open`: the receiver has no secret. */
export const authResults = ["ok", "missing", "wrong", "open"] as const;
export type AuthResult = (typeof authResults)[number];

/**
 * Outcomes of a delivery. `pending`: the handler or forward runs. `accepted`: logged, nothing else to do. `handled`: the handler or
 * forward target responded with 2xx. `failed`: it responded otherwise or not at all. `rejected`: refused before that. `interrupted`:
 * the process ended while the delivery was pending.
 */
export const outcomes = ["pending", "accepted", "rejected", "handled", "failed", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes that count as a failure. */
export const failedOutcomes = ["failed", "rejected", "interrupted"] as const satisfies readonly Outcome[];

/** Name and value as they came, order and duplicates kept. */
export type Header = readonly [name: string, value: string];

export interface RepoName {
  readonly type: string;
  readonly name: string;
}

/** One request the receiver got, without headers and body: the JSON shape of `deliveries ls`. */
export interface Delivery {
  /** Counts up from 1 in a data directory; never used twice. */
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly receivedAt: string;
  /** The route's name, or null where no route matched. */
  readonly route: string | null;
  readonly method: string;
  readonly path: string;
  /** The sender's address, without port. */
  readonly remote: string;
  /** Size of the body as received. */
  readonly bytes: number;
  /** Of the body, hex; null when no body was read. */
  readonly sha256: string | null;
  readonly event: EventName | null;
  readonly repo: RepoName | null;
  readonly webhookId: string | null;
  readonly auth: AuthResult;
  readonly outcome: Outcome;
  /** Whether the body has all the payload schema requires; null: no body was read, so nothing was judged. */
  readonly schemaValid: boolean | null;
  /** What we answered (or a handler, or a forward target through us); null while pending. */
  readonly status: number | null;
  /** From the first byte of the request to the answer; without a handler, to the moment the delivery was handed to the log. */
  readonly durationMs: number | null;
  readonly replayOf: number | null;
  /** The first delivery of the same message; null until a background pass has compared the two. */
  readonly duplicateOf: number | null;
  /** Why the delivery was refused or failed, in plain words; null when nothing is known or nothing went wrong. */
  readonly reason: string | null;
  /** When the forward is tried next, ISO 8601; null while no try is planned. */
  readonly nextAttemptAt: string | null;
  /** The forward was given up. */
  readonly dead: boolean;
}

/** What a target answered, as far as it is kept. */
export interface Reply {
  readonly headers: readonly Header[];
  /** Cut at 20 kB. */
  readonly body: Uint8Array;
}

/** One try of sending a delivery on: a forward, or a replay to a URL. */
export interface Attempt {
  /** A URL. Logs of older versions also have `handler train`, for a handler that failed. */
  readonly target: string;
  readonly startedAt: string;
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Null: there was none, or it is not kept. */
  readonly reply: Reply | null;
}

/** More of a response body than this is not stored, in bytes. */
export const storedResponseBytes = 20_000;

/** The response a delivery got. */
export interface DeliveryResponse {
  /** Who produced it: `receiver`, `handler NAME`, or the URL of a forward target. */
  readonly by: string;
  readonly status: number;
  readonly contentType: string | null;
  /** At most `storedResponseBytes`. */
  readonly body: Uint8Array;
  /** The response was longer than what is stored. */
  readonly truncated: boolean;
}

/** A delivery with all that is kept of it: the JSON shape of `deliveries show`, the body still raw. */
export interface DeliveryDetail extends Delivery {
  /** Of `replayOf` and `duplicateOf` what is no longer in the log. */
  readonly removed: readonly number[];
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly attempts: readonly Attempt[];
  /** Null: none was sent yet, or it was not stored. */
  readonly response: DeliveryResponse | null;
  /** Lines the handler printed. */
  readonly console: readonly string[];
}

/** Fields of a delivery that the log gives it, or that only come later. */
type LaterField =
  | "seq"
  | "receivedAt"
  | "sha256"
  | "duplicateOf"
  | "nextAttemptAt"
  | "dead"
  | "removed"
  | "attempts"
  | "console";

/** What the receiver hands to the log: `bytes` is more than `body.length` where the body was cut. */
export interface NewDelivery extends Omit<DeliveryDetail, LaterField> {
  readonly receivedAtMs: number;
  /** As a row has it; `true`: that of `body`, which is whole: the log makes it. */
  readonly sha256: string | null | true;
  /** Two deliveries of a route with the same key are the same message; the later is marked as a duplicate. Null: never one. */
  readonly dedupeKey: string | null;
  /** How long after the first one a later one still counts as its duplicate, in milliseconds; null: for ever. */
  readonly dedupeWithinMs: number | null;
}

/** A delivery that went wrong, in the sense of `is:failed`: refused, failed, interrupted, or answered 4xx or 5xx. */
export function isFailure(delivery: Pick<Delivery, "outcome" | "status">): boolean {
  return (
    failedOutcomes.some((outcome) => outcome === delivery.outcome) ||
    (delivery.status !== null && delivery.status >= 400)
  );
}
