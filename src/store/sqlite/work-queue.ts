import type { DatabaseSync } from "node:sqlite";
import type { Job, QueueCounts, WorkQueue } from "../ports.ts";
import { createClaim } from "./claim-jobs.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareJobStatements } from "./job-statements.ts";

const states = "'later', 'ready', 'leased', 'held', 'dead'";

/** The queue on hub.db; `close` belongs to the store that opened the connection. */
export function createWorkQueue(
  db: DatabaseSync,
  commits: GroupCommit,
  close: () => Promise<void>,
): WorkQueue {
  const claim = createClaim(db);
  const { insert, remove, putBack, bury } = prepareJobStatements(db);
  const endLeases = db.prepare(`
    UPDATE jobs SET due_at = ?, state = iif(lane IN (SELECT lane FROM held_lanes), 'held', 'later')
    WHERE state = 'leased' OR state = 'later' AND due_at > ?`);
  const nextDue = db.prepare(`
    SELECT min(due) AS due FROM (
      SELECT min(due_at) AS due FROM jobs WHERE state = 'later'
      UNION ALL SELECT min(due_at) FROM jobs WHERE state = 'ready'
      UNION ALL SELECT min(due_at) FROM jobs WHERE state = 'leased')`);
  const holdLane = db.prepare("INSERT OR IGNORE INTO held_lanes (lane) VALUES (?)");
  const holdJobs = db.prepare(
    "UPDATE jobs SET state = 'held' WHERE lane = ? AND state IN ('later', 'ready')",
  );
  const releaseLane = db.prepare("DELETE FROM held_lanes WHERE lane = ?");
  const releaseJobs = db.prepare("UPDATE jobs SET state = 'later' WHERE lane = ? AND state = 'held'");
  // With the states named, both find their rows by the index, which begins with the state.
  const dropLane = db.prepare(`DELETE FROM jobs WHERE lane = ? AND state IN (${states})`);
  const countAll = db.prepare("SELECT state, count(*) AS n FROM jobs GROUP BY state");
  const countLane = db.prepare(
    `SELECT state, count(*) AS n FROM jobs WHERE lane = ? AND state IN (${states}) GROUP BY state`,
  );

  return {
    enqueue: async (jobs) => {
      // Before it joins others in a transaction: what cannot be written as JSON fails alone.
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
    claim: (n, leaseMs, nowMs, perLane = Number.POSITIVE_INFINITY) =>
      commits.add((): readonly Job[] => claim(n, leaseMs, nowMs, perLane), "quick"),
    endLeases: (nowMs, latestMs = Number.MAX_SAFE_INTEGER) =>
      commits.add(() => Number(endLeases.run(nowMs, latestMs).changes)),
    done: (id) => commits.add(() => remove(id)),
    retry: (id, dueAtMs) => commits.add(() => putBack(id, dueAtMs)),
    dead: (id) => commits.add(() => bury(id)),
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
    drop: (lane) => commits.add(() => Number(dropLane.run(lane).changes)),
    counts: async (lane) => countsOf(lane === undefined ? countAll.all() : countLane.all(lane)),
    close,
  };
}

function countsOf(rows: readonly Record<string, unknown>[]): QueueCounts {
  const of = (state: string): number => Number(rows.find((row) => row["state"] === state)?.["n"] ?? 0);
  return { waiting: of("later") + of("ready"), leased: of("leased"), dead: of("dead"), held: of("held") };
}
