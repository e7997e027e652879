import type { DatabaseSync } from "node:sqlite";

/**
 * Tables of the work queue, which each database has. Must not be edited: a change needs a new version of each.
 *
 * A job is `later` until a claim finds it due, then `ready`, `leased` while it is in progress (`due_at` is
 * then the end of the lease), `held` while its lane is held, and `dead` after it was given up. `ready` is a
 * separate state, so that one index finds the oldest of many due jobs.
 */
export const jobsTables = `CREATE TABLE jobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      body TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('later', 'ready', 'leased', 'held', 'dead'))
    );
    CREATE INDEX jobs_by_due ON jobs (state, due_at);
    CREATE INDEX jobs_ready ON jobs (id, lane) WHERE state = 'ready';
    CREATE TABLE held_lanes (lane TEXT PRIMARY KEY) WITHOUT ROWID;`;

/** Start of the body of a job that could not be read, which makes it no JSON. */
const unreadableMark = "unreadable: ";

/** SQL for the number of jobs that could not be read. */
export const unreadableJobs = `SELECT count(*) AS n FROM jobs WHERE state = 'dead' AND body GLOB '${unreadableMark}*'`;

/** Statements that change single jobs, for the queue and for records that share its transactions. */
export interface JobStatements {
  /**
   * Inserts a job and returns its ID. In a held lane, the job is held.
   * @param state `ready` for a due job, which saves the update that makes it ready; `leased` until `dueAtMs`.
   * @default later
   */
  insert(lane: string, bodyText: string, dueAtMs: number, state?: "later" | "ready" | "leased"): number;
  remove(id: number): void;
  /** Makes a job due at `dueAtMs`. A job of a held lane is held, and a dead job stays dead. */
  reschedule(id: number, dueAtMs: number): void;
  /** Gives up a job. */
  markDead(id: number): void;
  /** Gives up a job that cannot be read. Its body is kept behind a mark by which it is counted. */
  setApart(id: number): void;
  /** Returns the number of jobs that `setApart` gave up. */
  countApart(): number;
  /** Makes a job due that waits for a later time. */
  hasten(id: number, nowMs: number): void;
  /** Removes a job that waits, but neither a claimed nor a dead one. Returns true if it waited. */
  removeWaiting(id: number): boolean;
}

export function prepareJobStatements(db: DatabaseSync): JobStatements {
  const insert = db.prepare(`
    INSERT INTO jobs (lane, body, due_at, state)
    VALUES (?1, ?2, ?3, iif(?1 IN (SELECT lane FROM held_lanes), 'held', ?4))`);
  const remove = db.prepare("DELETE FROM jobs WHERE id = ?");
  const reschedule = db.prepare(`
    UPDATE jobs SET due_at = ?, state = iif(lane IN (SELECT lane FROM held_lanes), 'held', 'later')
    WHERE id = ? AND state <> 'dead'`);
  const markDead = db.prepare("UPDATE jobs SET state = 'dead' WHERE id = ?");
  const setApart = db.prepare(
    `UPDATE jobs SET state = 'dead', body = '${unreadableMark}' || coalesce(body, '') WHERE id = ? AND state <> 'dead'`,
  );
  const countApart = db.prepare(unreadableJobs);
  const hasten = db.prepare(
    "UPDATE jobs SET due_at = :nowMs WHERE id = :id AND state = 'later' AND due_at > :nowMs",
  );
  const removeWaiting = db.prepare("DELETE FROM jobs WHERE id = ? AND state IN ('later', 'ready', 'held')");
  return {
    insert(lane, body, dueAtMs, state = "later") {
      return Number(insert.run(lane, body, dueAtMs, state).lastInsertRowid);
    },
    remove: (id) => void remove.run(id),
    reschedule: (id, dueAtMs) => void reschedule.run(dueAtMs, id),
    markDead: (id) => void markDead.run(id),
    setApart: (id) => void setApart.run(id),
    countApart: () => Number(countApart.get()?.["n"]),
    hasten: (id, nowMs) => void hasten.run({ id, nowMs }),
    removeWaiting: (id) => removeWaiting.run(id).changes > 0,
  };
}
