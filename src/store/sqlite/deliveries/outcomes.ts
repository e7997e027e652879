import type { DatabaseSync } from "node:sqlite";
import type { OutcomeUpdate } from "../../delivery-log.ts";
import type { GroupCommit } from "../group-commit.ts";
import { prepareResponse } from "./response-rows.ts";

/** Prepares the update of an outcome, which runs inside a transaction. */
export function prepareOutcome(db: DatabaseSync): (seq: number, update: OutcomeUpdate) => void {
  const statement = db.prepare(
    "UPDATE deliveries SET outcome = ?, status = ?, duration_ms = ?, reason = ? WHERE seq = ?",
  );
  const setResponse = prepareResponse(db);
  return (seq, { outcome, status, durationMs, reason = null, response = null, console = [] }) => {
    const { changes } = statement.run(outcome, status, durationMs, reason, seq);
    if (changes > 0 && (response !== null || console.length > 0)) setResponse(seq, response, console);
  };
}

/**
 * Creates a function that batches outcomes: those between two transactions are one piece of work with one
 * promise, because a promise and three functions for each outcome cost as much as the update of its row.
 * @param write called with each outcome inside its transaction
 */
export function batchOutcomes(
  commits: Pick<GroupCommit, "add">,
  write: (seq: number, update: OutcomeUpdate) => void,
): (seq: number, update: OutcomeUpdate) => Promise<void> {
  let batch: { seq: number; update: OutcomeUpdate }[] = [];
  let writing: Promise<void> | null = null;

  function writeAll(): void {
    const all = batch;
    batch = [];
    writing = null;
    for (const { seq, update } of all) write(seq, update);
  }

  return (seq, update) => {
    batch.push({ seq, update });
    writing ??= commits.add(writeAll, "batched");
    return writing;
  };
}
