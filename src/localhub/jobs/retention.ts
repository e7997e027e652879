import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JobRecords } from "../../store/job-records.ts";
import { removeRunDirectory, removeScratch, runDirectory } from "./run-directory.ts";

/** Ended runs that are kept, with their output. */
const keptRuns = 200;

/** Lifetime of a scratch directory. */
const keptScratchMs = 24 * 60 * 60 * 1000;

/**
 * Removes old runs, their output, and scratch directories that have not changed for a day.
 * @param isLive returns true for a run with a process
 */
export async function tidyRuns(
  records: JobRecords,
  root: string,
  isLive: (id: string) => boolean,
  nowMs: number,
): Promise<void> {
  for (const id of await records.prune(keptRuns)) removeRunDirectory(root, id);
  for (const id of runIds(root)) {
    if (isLive(id)) continue;
    const changed = statSync(runDirectory(root, id).scratch, { throwIfNoEntry: false });
    if (changed !== undefined && nowMs - changed.mtimeMs > keptScratchMs) removeScratch(root, id);
  }
}

function runIds(root: string): readonly string[] {
  try {
    return readdirSync(join(root)).filter((name) => /^[0-9a-f]{24}$/.test(name));
  } catch {
    // There is no run yet.
    return [];
  }
}
