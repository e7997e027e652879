import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "../../group-commit.ts";
import { prepareRemoval } from "./remove-deliveries.ts";

/** Number of rejected deliveries that are kept; anyone can cause them. */
export const rejectedKept = 10_000;

/** Maximum number of rows removed per transaction: a few milliseconds between two appends. */
const stepRows = 500;

/** Delay of removing a small excess, in milliseconds, so that not every rejection causes a removal. */
const settleMs = 1000;

/** Background removal of excess rejected deliveries. */
export interface RejectedTrim {
  /** Counts committed rejected rows. */
  added(count: number): void;
  stop(): void;
}

/** Creates the removal of the oldest rejected rows, which runs in the background in bounded steps. */
export function createRejectedTrim(
  db: DatabaseSync,
  commits: GroupCommit,
  readBookmarks: () => void,
): RejectedTrim {
  const countRejected = db.prepare("SELECT count(*) AS n FROM deliveries WHERE outcome = 'rejected'");
  const oldest = db.prepare(
    "SELECT seq FROM deliveries INDEXED BY rejected_deliveries WHERE outcome = 'rejected' AND seq NOT IN (SELECT seq FROM temp.bookmarks) ORDER BY seq LIMIT ?",
  );
  const remove = prepareRemoval(db);
  let excess = Number(countRejected.get()?.["n"]) - rejectedKept;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  function removeOldest(): void {
    excess = Number(countRejected.get()?.["n"]) - rejectedKept;
    if (excess <= 0) return;
    const seqs = oldest.all(Math.min(excess, stepRows)).map((row) => Number(row["seq"]));
    excess -= remove(seqs);
  }

  function schedule(): void {
    if (stopped || timer !== null || excess <= 0) return;
    timer = setTimeout(() => void step(), excess >= stepRows ? 0 : settleMs);
    timer.unref();
  }

  async function step(): Promise<void> {
    try {
      // Before the transaction, whose rollback would undo it.
      readBookmarks();
      await commits.add(removeOldest);
    } catch {
      // Full disk or closing log: the next rejection or start retries.
      excess = 0;
    }
    timer = null;
    schedule();
  }

  schedule();
  return {
    added(count) {
      excess += count;
      schedule();
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
