import { statSync } from "node:fs";
import { dirname } from "node:path";
import { watchDirectories } from "../files/watch-directories.ts";
import { isHooklensError } from "../model/errors.ts";
import { findPolicies } from "./find-policies.ts";

/** What came of a look at the files. */
export interface PolicyChanges {
  /** All there are now, in their order. */
  readonly files: readonly string[];
  /** New, or saved since the last look. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

export interface PolicyWatch {
  /** Looks at once, without waiting to be told of a change. */
  look(): void;
  close(): void;
}

/** For file systems that tell of nothing: a look costs one call for each file. */
const pollMs = 5_000;

/**
 * Calls back, the first time before it returns, with the policies that paths stand for (as `findPolicies` has it; none is no error
 * here), and after that whenever some of them were saved, have come or are gone.
 */
export function watchPolicies(
  paths: readonly string[],
  onChange: (changes: PolicyChanges) => void,
): PolicyWatch {
  let known = new Map<string, string>();
  let isFirst = true;
  const directories = watchDirectories(look, pollMs);

  function look(): void {
    const files = foundNow(paths);
    for (const path of paths) directories.add(isFolder(path) ? path : dirname(path));
    for (const file of files) directories.add(dirname(file));
    const now = new Map(files.map((file) => [file, stampOf(file)]));
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

/** Nothing while a folder is empty, or a file is put in place of another. */
function foundNow(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    try {
      return findPolicies([path]);
    } catch (error) {
      if (isHooklensError(error)) return [];
      throw error;
    }
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Another one after each save: the time in nanoseconds, and the number of the file, since editors put a new one in its place. */
function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}
