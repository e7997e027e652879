import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "../../group-commit.ts";
import { prepareRemoval } from "./remove-deliveries.ts";

/** Of the rejected deliveries only this many are kept: anybody can cause them. */
export const rejectedKept = 10_000;

/** Rows removed in one transaction: a few milliseconds between two appends. */
const stepRows = 500;

/** How long a small excess may wait for more, so that not every rejection causes a removal. */
const settleMs = 1000;

export interface RejectedTrim {
  /** Rejected rows were committed. */
  added(count: number): void;
  stop(): void;
}

/** Keeps the newest rejected rows only, in the background, a bounded step at a time. */
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
      // A full disk or a closing log: the excess is still there, and the next rejection or start tries again.
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
