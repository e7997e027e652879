import type { DatabaseSync } from "node:sqlite";
import type { Attempt } from "../../../model/delivery.ts";
import type { OutcomeUpdate } from "../../delivery-log.ts";
import { prepareAttempt } from "./append-delivery.ts";
import type { SeqCounter } from "./damage/import-log.ts";
import { prepareOutcome } from "./outcomes.ts";

/** Job that forwards a delivery, as far as its row shows it; null if there is none. */
export type ProjectedJob =
  | { readonly id: number; readonly dueAtMs: number }
  | { readonly id: number; readonly leased: true }
  | { readonly id: number; readonly dead: true }
  | null;

/** Change of a delivery. */
export type ProjectedChange =
  | { readonly kind: "outcome"; readonly seq: number; readonly update: OutcomeUpdate }
  | { readonly kind: "attempt"; readonly seq: number; readonly attempt: Attempt }
  | { readonly kind: "job"; readonly seq: number; readonly job: ProjectedJob };

/**
 * Prepares the changes of projected deliveries, which run inside a transaction. A change of a delivery that is not
 * in the tables, because it is older than the projection, does nothing.
 */
export function prepareChange(db: DatabaseSync): (change: ProjectedChange, counter: SeqCounter) => void {
  const setOutcome = prepareOutcome(db);
  const addAttempt = prepareAttempt(db);
  const removeJob = db.prepare("DELETE FROM jobs WHERE lane = ?");
  const addJob = db.prepare(
    `INSERT OR REPLACE INTO jobs (id, lane, body, due_at, state) SELECT ?1, ?2, 'null', ?3, ?4
     FROM deliveries WHERE seq = CAST(?2 AS INTEGER)`,
  );

  function setJob(lane: string, job: ProjectedJob): void {
    removeJob.run(lane);
    if (job === null) return;
    if ("dueAtMs" in job) addJob.run(job.id, lane, job.dueAtMs, "later");
    else addJob.run(job.id, lane, 0, "dead" in job ? "dead" : "leased");
  }

  return (change, counter) => {
    switch (change.kind) {
      case "outcome":
        setOutcome(change.seq, change.update);
        // Rejected deliveries are counted, whenever they become so.
        counter.taken(counter.last(), change.update.outcome);
        return;
      case "attempt":
        addAttempt(change.seq, change.attempt);
        return;
      case "job":
        setJob(String(change.seq), change.job);
    }
  };
}
