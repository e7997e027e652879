import type { DatabaseSync } from "node:sqlite";
import type { Job } from "../ports.ts";

/**
 * Prepares taking due jobs; to be called inside a transaction.
 * First what came due becomes `ready`, once for each job; then the ready ones are read in the order they were put in, by an index.
 * Lanes with no room are passed over inside SQLite (about 0.1 µs a waiting job).
 */
export function createClaim(
  db: DatabaseSync,
): (n: number, leaseMs: number, nowMs: number, perLane: number) => readonly Job[] {
  const makeReady = db.prepare(`
    UPDATE jobs SET state = iif(lane IN (SELECT lane FROM held_lanes), 'held', 'ready')
    WHERE state IN ('later', 'leased') AND due_at <= ?`);
  const leasedByLane = db.prepare(
    "SELECT lane, count(*) AS n FROM jobs WHERE state = 'leased' GROUP BY lane",
  );
  // A job can be ready and not due when the clock was set back.
  const nextReady = db.prepare(`
    SELECT id, lane, body, due_at, attempts FROM jobs
    WHERE state = 'ready' AND id > :after AND due_at <= :nowMs AND lane NOT IN (SELECT value FROM json_each(:full))
    ORDER BY id LIMIT :n`);
  const lease = db.prepare(
    "UPDATE jobs SET state = 'leased', due_at = ?, attempts = attempts + 1 WHERE id = ?",
  );

  function candidates(after: number, nowMs: number, full: readonly string[], n: number): Job[] {
    return nextReady.all({ after, nowMs, full: JSON.stringify(full), n }).map((row) => ({
      id: Number(row["id"]),
      lane: String(row["lane"]),
      body: JSON.parse(String(row["body"])),
      dueAtMs: Number(row["due_at"]),
      attempts: Number(row["attempts"]),
    }));
  }

  return (n, leaseMs, nowMs, perLane) => {
    makeReady.run(nowMs);
    const inLane = new Map(leasedByLane.all().map((row) => [String(row["lane"]), Number(row["n"])]));
    const claimed: Job[] = [];
    let after = 0;
    for (;;) {
      const full = [...inLane].filter(([, count]) => count >= perLane).map(([lane]) => lane);
      const found = candidates(after, nowMs, full, n - claimed.length);
      for (const job of found) {
        const count = inLane.get(job.lane) ?? 0;
        if (count >= perLane) continue;
        inLane.set(job.lane, count + 1);
        lease.run(nowMs + leaseMs, job.id);
        claimed.push(job);
      }
      after = found.at(-1)?.id ?? after;
      if (found.length === 0 || claimed.length >= n) return claimed;
    }
  };
}
