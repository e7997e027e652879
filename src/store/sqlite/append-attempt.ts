import type { DatabaseSync } from "node:sqlite";
import type { Attempt } from "../../model/delivery.ts";

/** Prepares the insert of an attempt, as the next one of its delivery; none where the delivery is gone. */
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
