import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { GroupCommit } from "../../group-commit.ts";
import { lastSeqOf } from "../log-totals.ts";

/** Pause after a step while deliveries arrive, as a multiple of the duration of the step. */
const busyPauseFactor = 4;

/**
 * Runs a bounded piece of work in its own transaction. Resolves when it is committed and the next may start.
 */
export type BackgroundStep = <T>(work: () => T) => Promise<T>;

/**
 * Creates a function that runs steps of long background work and leaves most of the time to arriving
 * deliveries. A power cut may undo steps, so their work must be repeatable.
 */
export function createBackgroundSteps(db: DatabaseSync, commits: GroupCommit): BackgroundStep {
  let seenSeq = lastSeqOf(db);
  return async (work) => {
    const startedAt = performance.now();
    const value = await commits.add(work, "quick");
    const seq = lastSeqOf(db);
    const isBusy = seq > seenSeq;
    seenSeq = seq;
    await pause(isBusy ? busyPauseFactor * (performance.now() - startedAt) : 0);
    return value;
  };
}
