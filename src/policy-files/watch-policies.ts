import { dirname } from "node:path";
import { watchDirectories } from "../files/watch-directories.ts";
import { isHooklensError } from "../model/errors.ts";
import { fileStamp, isFolder } from "./file-stamp.ts";
import { findPolicies } from "./find-policies.ts";

/** Changes of the files since the previous look. */
export interface PolicyChanges {
  /** All current files, in the order of `findPolicies`. */
  readonly files: readonly string[];
  /** New or saved files since the previous scan. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

interface PolicyWatch {
  /** Scans for changes now, without waiting for an event. */
  look(): void;
  close(): void;
}

/**
 * Polling interval for file systems without change events, in milliseconds. A poll takes one stat per file.
 */
const pollMs = 5_000;

/**
 * Calls `onChange` with the policies of the paths, as `findPolicies` resolves them: once before it returns,
 * then after each save, addition or removal. A path that resolves to nothing is not an error.
 */
export function watchPolicies(
  paths: readonly string[],
  onChange: (changes: PolicyChanges) => void,
): PolicyWatch {
  let known = new Map<string, string | null>();
  let isFirst = true;
  const directories = watchDirectories(look, pollMs);

  function look(): void {
    const files = foundNow(paths);
    for (const path of paths) directories.add(isFolder(path) ? path : dirname(path));
    for (const file of files) directories.add(dirname(file));
    const now = new Map(files.map((file) => [file, fileStamp(file)]));
    const changed = files.filter((file) => known.get(file) !== now.get(file));
    const gone = [...known.keys()].filter((file) => !now.has(file));
    known = now;
    if (!isFirst && changed.length === 0 && gone.length === 0) return;
    isFirst = false;
    onChange({ files, changed, gone });
  }

  look();
  return { look, close: () => directories.close() };
}

/**
 * Returns the policies of the paths. A path has none while its directory is empty or a file is being replaced.
 */
function foundNow(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    try {
      return findPolicies([path]).files;
    } catch (error) {
      if (isHooklensError(error)) return [];
      throw error;
    }
  });
}
