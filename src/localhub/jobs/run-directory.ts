import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where a run has its files: `jobs/<id>` in the data directory, for its owner only. */
export interface RunDirectory {
  /** What it works in, and its HOME. Real: without links on the way. */
  readonly scratch: string;
  /** Its output, in pieces. */
  readonly log: string;
  /** Where the pipe of its output is for the moment between making and opening it. */
  readonly pipe: string;
}

/** Of a run whose id is ours (24 hex digits), so that no name from outside becomes a path. */
export function runDirectory(root: string, id: string): RunDirectory {
  const place = join(root, id);
  return { scratch: join(place, "scratch"), log: join(place, "log"), pipe: join(place, "output") };
}

/** Makes the directories of a run. */
export function makeRunDirectory(root: string, id: string): RunDirectory {
  const made = runDirectory(root, id);
  mkdirSync(made.scratch, { recursive: true, mode: 0o700 });
  mkdirSync(made.log, { recursive: true, mode: 0o700 });
  return { ...made, scratch: realpathSync(made.scratch) };
}

/** Removes what a run left in its scratch directory; its output stays. */
export function removeScratch(root: string, id: string): void {
  rmSync(runDirectory(root, id).scratch, { recursive: true, force: true });
}

/** Removes everything of a run. */
export function removeRunDirectory(root: string, id: string): void {
  rmSync(join(root, id), { recursive: true, force: true });
}
