import type { z } from "zod";
import type { appendedSchema, deliverySchema } from "./delivery-fields.ts";

/** Results of the secret check. `open`: the route has no secret. */
export const authResults = ["ok", "missing", "wrong", "open"] as const;
export type AuthResult = (typeof authResults)[number];

/**
 * Outcomes of a delivery. `pending`: the handler or forward runs. `accepted`: logged, nothing else to do.
 * `handled`: the handler or forward target responded with 2xx. `failed`: it responded otherwise or not at
 * all. `rejected`: refused before that. `interrupted`: the process ended while the delivery was pending.
 * `superseded`: a newer push came while the delivery waited.
 */
export const outcomes = [
  "pending",
  "accepted",
  "rejected",
  "handled",
  "failed",
  "interrupted",
  "superseded",
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * States of an event, over all its tries. `received`: stored, no action was configured. `running`: an action runs.
 * `waiting`: a try waits for its next attempt. `handled`: a try succeeded. `superseded`: none did, and a newer push
 * replaced one that waited. `failed`: none did, and nothing is due.
 */
export const eventStates = ["received", "running", "waiting", "handled", "superseded", "failed"] as const;

/** Reason of a delivery whose process ended while it was pending; its action may not have begun. */
export const interruptedReason = "the receiver stopped; the delivery may have run";

/** Outcomes that count as failures. */
export const failedOutcomes = ["failed", "rejected", "interrupted"] as const satisfies readonly Outcome[];

/** Name and value of a header as received. Lists of headers keep order and duplicates. */
export type Header = readonly [name: string, value: string];

export interface RepoName {
  readonly type: string;
  readonly name: string;
}

/** Received request without headers and body; `delivery-fields.ts` describes the fields. */
export type Delivery = Readonly<z.output<typeof deliverySchema>>;

/** Stored part of the response of a target. */
export interface Reply {
  readonly headers: readonly Header[];
  /** First `storedResponseBytes` of the body. */
  readonly body: Uint8Array;
}

/** One attempt to send a delivery: a forward, or a replay to a URL. */
export interface Attempt {
  /** URL. Logs of older versions also have `handler train`, for a handler that failed. */
  readonly target: string;
  readonly startedAt: string;
  readonly status: number | null;
  /** Reason for a missing response; null if there was one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Response of the target; null if there was none or it is not stored. */
  readonly reply: Reply | null;
}

/** Maximum size of a stored response body, in bytes. */
export const storedResponseBytes = 20_000;

/** Response to a delivery. */
export interface DeliveryResponse {
  /** Source of the response: `receiver`, `handler NAME`, or the URL of a forward target. */
  readonly by: string;
  readonly status: number;
  readonly contentType: string | null;
  /** First `storedResponseBytes` of the body. */
  readonly body: Uint8Array;
  /** True if the response was longer than the stored body. */
  readonly truncated: boolean;
}

/** Delivery with headers, body, attempts and response, as `deliveries show` prints it. */
export interface DeliveryDetail extends Delivery {
  /** Values of `replayOf` and `duplicateOf` whose deliveries the log no longer has. */
  readonly removed: readonly number[];
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly attempts: readonly Attempt[];
  /** Response to the sender; null if none was sent or stored. */
  readonly response: DeliveryResponse | null;
  /** Lines the handler printed. */
  readonly console: readonly string[];
}

/** Delivery to append to the log. `bytes` exceeds `body.length` if the body was cut. */
export interface NewDelivery
  extends
    Omit<Readonly<z.output<typeof appendedSchema>>, "sha256">,
    Pick<DeliveryDetail, "headers" | "body" | "response"> {
  readonly receivedAtMs: number;
  /** SHA-256 as in a row; with `true` the log computes it from the complete `body`. */
  readonly sha256: string | null | true;
  /**
   * Key of the message: later deliveries of a route with the same key are duplicates. Without a key (null) a delivery
   * is never a duplicate. A key without a time limit is the ID of an event: later deliveries with the same body are
   * tries of it.
   */
  readonly dedupeKey: string | null;
  /** Window for duplicates after the first delivery, in milliseconds; null means no limit. */
  readonly dedupeWithinMs: number | null;
}

/** Returns true if a delivery matches `is:failed`: a failed outcome, or a status of 4xx or 5xx. */
export function isFailure(delivery: Pick<Delivery, "outcome" | "status">): boolean {
  return (
    failedOutcomes.some((outcome) => outcome === delivery.outcome) ||
    (delivery.status !== null && delivery.status >= 400)
  );
}

/** Highest accepted seq of an imported delivery, because an import must not use up the seqs of a log. */
export const highestImportedSeq = 1e12;
