import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery, Attempt } from "../../../model/delivery.ts";
import { appendedColumns } from "./delivery-rows.ts";
import { prepareEventPlace } from "./events.ts";
import { type LargeBody, prepareLargeBodies } from "./large-bodies.ts";
import { prepareResponse } from "./response-rows.ts";

const noBody = new Uint8Array();

/**
 * Prepares the inserts of a delivery, which run inside a transaction and return the first try of its event if it is
 * another one. `large` replaces a large body.
 */
export function prepareAppend(
  db: DatabaseSync,
): (seq: number, delivery: NewDelivery, large: LargeBody | null) => number | null {
  const insertRow = db.prepare(`
    INSERT INTO deliveries (seq, sha256, event_of, duplicate_of, ${appendedColumns.map(([name]) => name).join(", ")})
    VALUES (?, ?, ?, ?${", ?".repeat(appendedColumns.length)})`);
  const placeOf = prepareEventPlace(db);
  const insertContent = db.prepare("INSERT INTO contents (seq, headers, body, body_id) VALUES (?, ?, ?, ?)");
  const idOfLarge = prepareLargeBodies(db);
  const setResponse = prepareResponse(db);

  return (seq, delivery, large) => {
    const sha256 = sha256Of(delivery, large);
    const { eventOf, duplicateOf } = placeOf(seq, {
      route: delivery.route,
      sha256,
      key: delivery.dedupeKey,
      isLimited: delivery.dedupeWithinMs !== null,
      replayOf: delivery.edited ? null : delivery.replayOf,
    });
    const values = appendedColumns.map(([, valueOf]) => valueOf(delivery));
    insertRow.run(seq, sha256, eventOf, duplicateOf, ...values);
    const headersJson = JSON.stringify(delivery.headers);
    if (large === null) insertContent.run(seq, headersJson, delivery.body, null);
    else insertContent.run(seq, headersJson, noBody, idOfLarge(large));
    if (delivery.response !== null) setResponse(seq, delivery.response, []);
    return eventOf;
  };
}

/** Returns the SHA-256 of the received body in hex; null if the body was not read. */
function sha256Of({ sha256, body }: NewDelivery, large: LargeBody | null): string | null {
  if (sha256 !== true) return sha256;
  return large === null ? hash("sha256", body, "hex") : Buffer.from(large.sha256).toString("hex");
}

/**
 * Prepares the insert of an attempt with the next number of its delivery. A removed delivery gets none.
 */
export function prepareAttempt(db: DatabaseSync): (seq: number, attempt: Attempt) => void {
  const insert = db.prepare(`
    INSERT INTO attempts (seq, number, target, started_at, status, error, duration_ms, reply_headers, reply_body)
    SELECT seq, (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE seq = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8
    FROM deliveries WHERE seq = ?1`);
  return (seq, { target, startedAt, status, error, durationMs, reply }) => {
    const headers = reply === null ? null : JSON.stringify(reply.headers);
    insert.run(seq, target, startedAt, status, error, durationMs, headers, reply?.body ?? null);
  };
}
