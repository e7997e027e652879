import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery } from "../../model/delivery.ts";
import { type LargeBody, prepareLargeBodies } from "./large-bodies.ts";
import { prepareResponse } from "./response-rows.ts";

const noBody = new Uint8Array();

/** Prepares the inserts of a delivery; to be called inside a transaction. A large body comes as `large` and is kept there only. */
export function prepareAppend(
  db: DatabaseSync,
): (seq: number, delivery: NewDelivery, duplicateOf: number | null, large: LargeBody | null) => void {
  const insertRow = db.prepare(`
    INSERT INTO deliveries (seq, received_at, route, method, path, remote, bytes, sha256, scope, action,
      repo_type, repo_name, webhook_id, auth, outcome, schema_valid, status, duration_ms, replay_of, reason, dedupe_key, duplicate_of,
      dedupe_within)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertContent = db.prepare("INSERT INTO contents (seq, headers, body, body_id) VALUES (?, ?, ?, ?)");
  const idOfLarge = prepareLargeBodies(db);
  const setResponse = prepareResponse(db);

  return (seq, delivery, duplicateOf, large) => {
    insertRow.run(
      seq,
      delivery.receivedAtMs,
      delivery.route,
      delivery.method,
      delivery.path,
      delivery.remote,
      delivery.bytes,
      sha256Of(delivery, large),
      delivery.event?.scope ?? null,
      delivery.event?.action ?? null,
      delivery.repo?.type ?? null,
      delivery.repo?.name ?? null,
      delivery.webhookId,
      delivery.auth,
      delivery.outcome,
      delivery.schemaValid === null ? null : Number(delivery.schemaValid),
      delivery.status,
      delivery.durationMs,
      delivery.replayOf,
      delivery.reason,
      delivery.dedupeKey,
      duplicateOf,
      delivery.dedupeWithinMs,
    );
    const headersJson = JSON.stringify(delivery.headers);
    if (large === null) insertContent.run(seq, headersJson, delivery.body, null);
    else insertContent.run(seq, headersJson, noBody, idOfLarge(large));
    if (delivery.response !== null) setResponse(seq, delivery.response, []);
  };
}

/** Of the body as it came, in hex; null where none was read. */
function sha256Of({ sha256, body }: NewDelivery, large: LargeBody | null): string | null {
  if (sha256 !== true) return sha256;
  return large === null ? hash("sha256", body, "hex") : Buffer.from(large.sha256).toString("hex");
}
