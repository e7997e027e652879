import { dirname, join, normalize, relative, sep } from "node:path";
import { isFile } from "./file-stamp.ts";
import type { FileVersions } from "./git/versions.ts";
import { isPolicyPath } from "./walk-folder.ts";

/** Policy that a revision has in a directory, and that is no file. */
export interface DeletedPolicy {
  readonly path: string;
  /** Path relative to the directory. */
  readonly name: string;
}

/**
 * Lists the policies that a revision has in a directory and its subdirectories, and that are neither files nor renamed.
 * @param paths policy files of the directory
 */
export async function deletedPolicies(
  folder: string,
  paths: readonly string[],
  versions: FileVersions,
  revision: string,
): Promise<readonly DeletedPolicy[]> {
  const named = (path: string) => relative(folder, path).replaceAll(sep, "/");
  const kept = new Set(paths.map(named));
  for (const path of paths) {
    const from = await versions.renamedFrom(path, revision);
    if (from !== null) kept.add(named(join(dirname(path), from)));
  }
  const gone = (await versions.list(folder, revision)).filter(
    (name) => isPolicyPath(name) && !kept.has(name),
  );
  return (
    gone
      .map((name) => ({ path: join(folder, name), name: normalize(name) }))
      // A file beyond the limit of a scan is no deleted one.
      .filter(({ path }) => !isFile(path))
  );
}
