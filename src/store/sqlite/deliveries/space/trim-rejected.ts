import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "../../group-commit.ts";
import { prepareRemoval } from "./remove-deliveries.ts";

/** Maximum number of rejected deliveries, which anybody can cause. */
export const rejectedKept = 10_000;

/** Rows removed per transaction: a few milliseconds between two appends. */
const stepRows = 500;

/** Delay of removing a small excess, so that not every rejection causes a removal. */
const settleMs = 1000;

/** Limits the number of rejected deliveries. */
export interface RejectedTrim {
  /** Counts committed rejected rows. */
  added(count: number): void;
  stop(): void;
}

/** Removes the oldest rejected rows in the background, in bounded steps. */
export function createRejectedTrim(db: DatabaseSync, commits: GroupCommit): RejectedTrim {
  const countRejected = db.prepare("SELECT count(*) AS n FROM deliveries WHERE outcome = 'rejected'");
  const oldest = db.prepare("SELECT seq FROM deliveries WHERE outcome = 'rejected' ORDER BY seq LIMIT ?");
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
