import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { GroupCommit } from "../../group-commit.ts";
import { lastSeqOf } from "../log-totals.ts";

/** While deliveries come, a step is followed by so many times its own time without one. */
const busyPause = 4;

/** Does a bounded piece of work in a transaction of its own; resolves when it is committed and the next may begin. */
export type BackgroundStep = <T>(work: () => T) => Promise<T>;

/**
 * For work that is long and that nobody waits for, on a database that others write too: while deliveries arrive most of the time is theirs.
 * What a power cut takes of it is done again.
 */
export function createBackgroundSteps(db: DatabaseSync, commits: GroupCommit): BackgroundStep {
  let seenSeq = lastSeqOf(db);
  return async (work) => {
    const begunAt = performance.now();
    const value = await commits.add(work, "quick");
    const seq = lastSeqOf(db);
    const isBusy = seq > seenSeq;
    seenSeq = seq;
    await pause(isBusy ? busyPause * (performance.now() - begunAt) : 0);
    return value;
  };
}
