import type { DatabaseSync } from "node:sqlite";
import type { Job } from "../ports.ts";

/** So many ready jobs are looked at in their order before it is asked lane by lane: one lane's backlog is not worth walking through. */
const lookAhead = 256;

/**
 * Prepares taking due jobs; to be called inside a transaction.
 * First what came due becomes `ready`, once for each job; then the oldest ready ones are taken, by an index. When all that are near belong
 * to lanes without room, the heads of the other lanes are found by another index, so that the cost is that of the lanes with something
 * ready, and not of what waits in a full one.
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
  const nearest = db.prepare(
    "SELECT id, lane FROM jobs INDEXED BY jobs_ready WHERE state = 'ready' AND id > ? ORDER BY id LIMIT ?",
  );
  const heads = db.prepare(`
    WITH RECURSIVE lanes (lane) AS (
      SELECT min(lane) FROM jobs WHERE state = 'ready'
      UNION ALL SELECT (SELECT min(j.lane) FROM jobs AS j WHERE j.state = 'ready' AND j.lane > lanes.lane) FROM lanes
      WHERE lanes.lane IS NOT NULL)
    SELECT lane, (SELECT min(j.id) FROM jobs AS j WHERE j.state = 'ready' AND j.lane = lanes.lane) AS head
    FROM lanes WHERE lane IS NOT NULL ORDER BY head`);
  const ofLane = db.prepare(
    "SELECT id, lane FROM jobs WHERE state = 'ready' AND lane = ? ORDER BY id LIMIT ?",
  );
  // A job can be ready and not due when the clock was set back.
  const read = db.prepare("SELECT body, due_at, attempts FROM jobs WHERE id = ? AND due_at <= ?");
  const lease = db.prepare(
    "UPDATE jobs SET state = 'leased', due_at = ?, attempts = attempts + 1 WHERE id = ?",
  );

  return (n, leaseMs, nowMs, perLane) => {
    makeReady.run(nowMs);
    const inLane = new Map(leasedByLane.all().map((row) => [String(row["lane"]), Number(row["n"])]));
    const claimed: Job[] = [];
    const roomIn = (lane: string): number => Math.min(perLane - (inLane.get(lane) ?? 0), n - claimed.length);

    function take(id: number, lane: string): void {
      const row = read.get(id, nowMs);
      if (row === undefined) return;
      lease.run(nowMs + leaseMs, id);
      inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
      const body: unknown = JSON.parse(String(row["body"]));
      claimed.push({ id, lane, body, dueAtMs: Number(row["due_at"]), attempts: Number(row["attempts"]) });
    }

    for (let after = 0; claimed.length < n;) {
      const before = claimed.length;
      const near = nearest.all(after, lookAhead);
      for (const { id, lane } of near) if (roomIn(String(lane)) > 0) take(Number(id), String(lane));
      if (near.length < lookAhead) return claimed;
      if (claimed.length === before) break;
      after = Number(near.at(-1)?.["id"]);
    }
    for (const { lane } of claimed.length < n ? heads.all() : []) {
      const room = roomIn(String(lane));
      if (room > 0) for (const { id } of ofLane.all(String(lane), room)) take(Number(id), String(lane));
    }
    return claimed;
  };
}
