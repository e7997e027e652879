import type { DatabaseSync } from "node:sqlite";

/** What is done to single jobs, by the queue and by whoever writes something else together with it; inside a transaction. */
export interface JobStatements {
  /**
   * Returns the id.
   * @param state `ready`: it is due, and need not become ready first, which is much of what a job costs; `leased`: until `dueAtMs`
   */
  insert(lane: string, bodyText: string, dueAtMs: number, state?: "later" | "ready" | "leased"): number;
  remove(id: number): void;
  /** To be due at `dueAtMs`; a dead one stays dead. */
  putBack(id: number, dueAtMs: number): void;
  bury(id: number): void;
}

export function prepareJobStatements(db: DatabaseSync): JobStatements {
  const insert = db.prepare(`
    INSERT INTO jobs (lane, body, due_at, state)
    VALUES (:lane, :body, :dueAtMs, iif(:lane IN (SELECT lane FROM held_lanes), 'held', :state))`);
  const remove = db.prepare("DELETE FROM jobs WHERE id = ?");
  const putBack = db.prepare(`
    UPDATE jobs SET due_at = ?, state = iif(lane IN (SELECT lane FROM held_lanes), 'held', 'later')
    WHERE id = ? AND state <> 'dead'`);
  const bury = db.prepare("UPDATE jobs SET state = 'dead' WHERE id = ?");
  return {
    insert(lane, body, dueAtMs, state = "later") {
      return Number(insert.run({ lane, body, dueAtMs, state }).lastInsertRowid);
    },
    remove: (id) => void remove.run(id),
    putBack: (id, dueAtMs) => void putBack.run(dueAtMs, id),
    bury: (id) => void bury.run(id),
  };
}
