import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery } from "../../model/delivery.ts";
import { type LargeBody, prepareLargeBodies } from "./large-bodies.ts";

const noBody = new Uint8Array();

/** Prepares the inserts of a delivery; to be called inside a transaction. A large body comes as `large` and is kept there only. */
export function prepareAppend(
  db: DatabaseSync,
): (seq: number, delivery: NewDelivery, duplicateOf: number | null, large: LargeBody | null) => void {
  const insertRow = db.prepare(`
    INSERT INTO deliveries (seq, received_at, route, method, path, remote, bytes, sha256, scope, action,
      repo_type, repo_name, webhook_id, auth, outcome, schema_valid, status, duration_ms, replay_of, dedupe_key, duplicate_of,
      dedupe_within)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertContent = db.prepare("INSERT INTO contents (seq, headers, body, body_id) VALUES (?, ?, ?, ?)");
  const idOfLarge = prepareLargeBodies(db);

  return (seq, delivery, duplicateOf, large) => {
    insertRow.run(
      seq,
      delivery.receivedAtMs,
      delivery.route,
      delivery.method,
      delivery.path,
      delivery.remote,
      delivery.bytes,
      delivery.sha256,
      delivery.event?.scope ?? null,
      delivery.event?.action ?? null,
      delivery.repo?.type ?? null,
      delivery.repo?.name ?? null,
      delivery.webhookId,
      delivery.auth,
      delivery.outcome,
      delivery.schemaValid ? 1 : 0,
      delivery.status,
      delivery.durationMs,
      delivery.replayOf,
      delivery.dedupeKey,
      duplicateOf,
      delivery.dedupeWithinMs,
    );
    const headers = JSON.stringify(delivery.headers);
    if (large === null) insertContent.run(seq, headers, delivery.body, null);
    else insertContent.run(seq, headers, noBody, idOfLarge(large));
  };
}
