import type { DatabaseSync } from "node:sqlite";
import type { DispatchCounts, DispatchQueue } from "../dispatch-queue.ts";
import type { Job } from "../work-queue.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareJobStatements } from "./jobs-table.ts";

const states = "'later', 'ready', 'leased', 'held', 'dead'";

/**
 * Creates a queue on a database with `jobsTables`.
 * @param close closes the whole store
 */
export function createWorkQueue(
  db: DatabaseSync,
  commits: GroupCommit,
  close: () => Promise<void>,
): DispatchQueue {
  const claim = createClaim(db);
  const { insert, remove, reschedule, markDead, setApart, countApart } = prepareJobStatements(db);
  const leased = db.prepare("SELECT lane FROM jobs WHERE state = 'leased' ORDER BY id");
  const endLeases = db.prepare(`
    UPDATE jobs SET due_at = ?, state = iif(lane IN (SELECT lane FROM held_lanes), 'held', 'later')
    WHERE state = 'leased' OR state IN ('later', 'ready') AND due_at > ?`);
  // A damaged time may be a text or beyond the integers of JavaScript.
  const nextDue = db.prepare(`
    SELECT CASE WHEN min(due) <= 8.64e15 THEN max(0, min(due)) END AS due FROM (
      SELECT min(due_at) AS due FROM jobs WHERE state = 'later'
      UNION ALL SELECT min(due_at) FROM jobs WHERE state = 'ready'
      UNION ALL SELECT min(due_at) FROM jobs WHERE state = 'leased')`);
  const holdLane = db.prepare("INSERT OR IGNORE INTO held_lanes (lane) VALUES (?)");
  const holdJobs = db.prepare(
    "UPDATE jobs SET state = 'held' WHERE lane = ? AND state IN ('later', 'ready')",
  );
  const releaseLane = db.prepare("DELETE FROM held_lanes WHERE lane = ?");
  const releaseJobs = db.prepare("UPDATE jobs SET state = 'later' WHERE lane = ? AND state = 'held'");
  // All states are named, so that both statements can use the index of hub.db, whose first column is the
  // state.
  const dropLane = db.prepare(`DELETE FROM jobs WHERE lane = ? AND state IN (${states})`);
  const ofLanes = "(?1 IS NULL OR lane IN (SELECT value FROM json_each(?1)))";
  const hasten = db.prepare(
    `UPDATE jobs SET due_at = ?2 WHERE state = 'later' AND due_at > ?2 AND ${ofLanes}`,
  );
  const dropWaiting = db.prepare(
    `DELETE FROM jobs WHERE state IN ('later', 'ready', 'held') AND ${ofLanes} RETURNING lane`,
  );
  const countAll = db.prepare("SELECT state, count(*) AS n FROM jobs GROUP BY state");
  const countLane = db.prepare(
    `SELECT state, count(*) AS n FROM jobs WHERE lane = ? AND state IN (${states}) GROUP BY state`,
  );

  return {
    isShared: false,
    enqueue: async (jobs) => {
      // Serializes before the shared transaction, so that an invalid body fails alone.
      const rows = jobs.map(({ lane, body, dueAtMs, isLeased = false }) => ({
        lane,
        body: JSON.stringify(body),
        dueAtMs,
        state: isLeased ? ("leased" as const) : ("later" as const),
      }));
      return commits.add(() =>
        rows.map(({ lane, body, dueAtMs, state }) => insert(lane, body, dueAtMs, state)),
      );
    },
    async claim(n, leaseMs, nowMs, perLane = Number.POSITIVE_INFINITY) {
      const claimed = await commits.add(() => claim(n, leaseMs, nowMs, perLane), "quick");
      // After the transaction, which an unreadable body would undo with the claims of all other jobs.
      return claimed.map(({ text, ...job }): Job => ({ ...job, body: parsedBody(text) }));
    },
    leased: async () => leased.all().map(({ lane }) => String(lane)),
    endLeases: (nowMs, latestMs = Number.MAX_SAFE_INTEGER) =>
      commits.add(() => void endLeases.run(nowMs, latestMs)),
    done: (id) => commits.add(() => remove(id)),
    retry: (id, dueAtMs) => commits.add(() => reschedule(id, dueAtMs)),
    dead: (id) => commits.add(() => markDead(id)),
    setApart: (id) => commits.add(() => setApart(id)),
    nextDueAtMs: async () => {
      const due = nextDue.get()?.["due"];
      return typeof due === "number" ? due : null;
    },
    hold: (lane) =>
      commits.add(() => {
        holdLane.run(lane);
        holdJobs.run(lane);
      }),
    release: (lane) =>
      commits.add(() => {
        releaseLane.run(lane);
        releaseJobs.run(lane);
      }),
    hasten: (lanes, nowMs) =>
      commits.add(() => Number(hasten.run(lanes === null ? null : JSON.stringify(lanes), nowMs).changes)),
    dropWaiting: (lanes) =>
      commits.add(() =>
        dropWaiting.all(lanes === null ? null : JSON.stringify(lanes)).map(({ lane }) => String(lane)),
      ),
    drop: (lane) => commits.add(() => Number(dropLane.run(lane).changes)),
    unreadable: async () => countApart(),
    counts: async (lane) => countsOf(lane === undefined ? countAll.all() : countLane.all(lane)),
    close,
  };
}

/** Returns undefined for a text that is not JSON. */
function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countsOf(rows: readonly Record<string, unknown>[]): DispatchCounts {
  const of = (state: string): number => Number(rows.find((row) => row["state"] === state)?.["n"] ?? 0);
  return { waiting: of("later") + of("ready"), leased: of("leased"), dead: of("dead"), held: of("held") };
}

/** Job whose body is not parsed yet. */
interface ClaimedJob extends Omit<Job, "body"> {
  readonly text: string;
}

/**
 * Number of ready jobs that are read at a time in order. If none of them can be claimed, the lanes are
 * queried one by one, which skips the backlog of a full lane.
 */
const lookAhead = 256;

/**
 * Prepares the claim of due jobs, which runs inside a transaction. Due jobs become `ready` once, and an index
 * finds the oldest ready jobs. If all of the next ones belong to lanes without room, another index finds the
 * first jobs of the other lanes, so that the cost depends on the number of lanes and not on the backlog of a
 * full lane.
 */
function createClaim(
  db: DatabaseSync,
): (n: number, leaseMs: number, nowMs: number, perLane: number) => readonly ClaimedJob[] {
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
  // A ready job is not due if the clock was set back.
  const read = db.prepare("SELECT body, max(0, due_at) AS due_at FROM jobs WHERE id = ? AND due_at <= ?");
  // The activity of a webhook tells by the attempts whether a dispatch waits for another one.
  const lease = db.prepare(
    "UPDATE jobs SET state = 'leased', due_at = ?, attempts = attempts + 1 WHERE id = ?",
  );

  return (n, leaseMs, nowMs, perLane) => {
    makeReady.run(nowMs);
    const inLane = new Map(leasedByLane.all().map((row) => [String(row["lane"]), Number(row["n"])]));
    const claimed: ClaimedJob[] = [];
    const roomIn = (lane: string): number => Math.min(perLane - (inLane.get(lane) ?? 0), n - claimed.length);

    function take(id: number, lane: string): void {
      const row = read.get(id, nowMs);
      if (row === undefined) return;
      lease.run(nowMs + leaseMs, id);
      inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
      claimed.push({ id, lane, text: String(row["body"]), dueAtMs: Number(row["due_at"]) });
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
