import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Files of a run: `jobs/<id>` in the data directory, private to the owner. */
export interface RunDirectory {
  /** Working directory and HOME, with symbolic links resolved. */
  readonly scratch: string;
  /** Output in segments. */
  readonly log: string;
  /** Path of the output pipe until it is opened. */
  readonly pipe: string;
}

/** Accepts ids of 24 hex digits only: no other text becomes a path. */
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

/** Removes the scratch directory of a run; its output stays. */
export function removeScratch(root: string, id: string): void {
  rmSync(runDirectory(root, id).scratch, { recursive: true, force: true });
}

/** Removes all files of a run. */
export function removeRunDirectory(root: string, id: string): void {
  rmSync(join(root, id), { recursive: true, force: true });
}
