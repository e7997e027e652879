import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JobRecords } from "../../store/job-records.ts";

/** Paths of a run's files: `jobs/<id>` in the data directory, accessible to the owner only. */
export interface RunDirectory {
  /** Working directory, HOME and TMPDIR of the run. `makeRunDirectory` resolves its symbolic links. */
  readonly scratch: string;
  /** Directory of the output's segments. */
  readonly log: string;
  /** Path of the output pipe while it is opened. */
  readonly pipe: string;
}

/** Returns the paths of a run. Does not check the id, which must come from the store. */
export function runDirectory(root: string, id: string): RunDirectory {
  const place = join(root, id);
  return { scratch: join(place, "scratch"), log: join(place, "log"), pipe: join(place, "output") };
}

/** Creates the directories of a run. Existing ones are kept. */
export function makeRunDirectory(root: string, id: string): RunDirectory {
  const made = runDirectory(root, id);
  mkdirSync(made.scratch, { recursive: true, mode: 0o700 });
  mkdirSync(made.log, { recursive: true, mode: 0o700 });
  return { ...made, scratch: realpathSync(made.scratch) };
}

/** Removes the scratch directory of a run. Keeps its output. */
export function removeScratch(root: string, id: string): void {
  rmSync(runDirectory(root, id).scratch, { recursive: true, force: true });
}

/** Removes all files of a run. */
export function removeRunDirectory(root: string, id: string): void {
  rmSync(join(root, id), { recursive: true, force: true });
}

/**
 * Maximum number of ended runs that are kept, with their output, in addition to the source Jobs of webhooks.
 */
const maxEndedRuns = 200;

/** Time without changes after which a scratch directory is removed, in milliseconds. */
const scratchLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Removes old runs with their output, and scratch directories that have not changed for a day.
 * @param isLive returns true for a run in progress
 */
export async function tidyRuns(
  records: JobRecords,
  root: string,
  isLive: (id: string) => boolean,
  nowMs: number,
): Promise<void> {
  for (const id of await records.prune(maxEndedRuns)) removeRunDirectory(root, id);
  for (const id of runIds(root)) {
    if (isLive(id)) continue;
    const changed = statSync(runDirectory(root, id).scratch, { throwIfNoEntry: false });
    if (changed !== undefined && nowMs - changed.mtimeMs > scratchLifetimeMs) removeScratch(root, id);
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
