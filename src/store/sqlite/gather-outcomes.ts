import type { DatabaseSync } from "node:sqlite";
import type { OutcomeUpdate } from "../ports.ts";
import type { GroupCommit } from "./group-commit.ts";

/**
 * Makes the writing of outcomes. All that come between two transactions are one piece of work with one promise: they come as often
 * as deliveries do, and a promise and three functions for each cost as much as its row's update.
 * @param written called with each outcome inside its transaction
 */
export function gatherOutcomes(
  db: DatabaseSync,
  commits: Pick<GroupCommit, "add">,
  written: (update: OutcomeUpdate) => void,
): (seq: number, update: OutcomeUpdate) => Promise<void> {
  const statement = db.prepare(
    "UPDATE deliveries SET outcome = ?, status = ?, duration_ms = ? WHERE seq = ?",
  );
  let gathered: { seq: number; update: OutcomeUpdate }[] = [];
  let writing: Promise<void> | null = null;

  function writeAll(): void {
    const all = gathered;
    gathered = [];
    writing = null;
    for (const { seq, update } of all) {
      statement.run(update.outcome, update.status, update.durationMs, seq);
      written(update);
    }
  }

  return (seq, update) => {
    gathered.push({ seq, update });
    writing ??= commits.add(writeAll, "gathered");
    return writing;
  };
}
