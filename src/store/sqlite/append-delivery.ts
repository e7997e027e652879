import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery } from "../../model/delivery.ts";

/**
 * Prepares the two inserts of a delivery; to be called inside a transaction.
 * The duplicate lookup is part of the insert, so it sees the rows of its own transaction too.
 */
export function prepareAppend(db: DatabaseSync): (seq: number, delivery: NewDelivery) => void {
  const insertRow = db.prepare(`
    INSERT INTO deliveries (seq, received_at, route, method, path, remote, bytes, sha256, scope, action,
      repo_type, repo_name, webhook_id, auth, outcome, schema_valid, status, duration_ms, replay_of, dedupe_key, duplicate_of)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
      (SELECT seq FROM deliveries WHERE dedupe_key = ?20 AND route IS ?3 ORDER BY seq LIMIT 1))`);
  const insertContent = db.prepare("INSERT INTO contents (seq, headers, body) VALUES (?, ?, ?)");

  return (seq, delivery) => {
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
    );
    insertContent.run(seq, JSON.stringify(delivery.headers), delivery.body);
  };
}
