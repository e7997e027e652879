import { dirname, join, normalize, relative, sep } from "node:path";
import { isFile } from "./file-stamp.ts";
import { isGitProblem } from "./git/problem.ts";
import type { FileVersions } from "./git/versions.ts";
import { isJsonSchema, isSchemaText } from "./other-file.ts";
import { isPolicyPath } from "./walk-folder.ts";

/** Policy in a directory of a revision, without a file now. */
export interface DeletedPolicy {
  readonly path: string;
  /** Path relative to the directory. */
  readonly name: string;
}

/**
 * Lists the policies of a directory in a revision that were deleted or became a JSON Schema, but not renamed.
 * Includes subdirectories.
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
  const deleted: DeletedPolicy[] = [];
  for (const each of gone) {
    const path = join(folder, each);
    // A file beyond the limit of a scan does not count as deleted.
    if (!isFile(path) || (await isSchemaNow(path, versions, revision)))
      deleted.push({ path, name: normalize(each) });
  }
  return deleted;
}

/** Returns true for a file that is a JSON Schema now, but was none in the revision. */
async function isSchemaNow(path: string, versions: FileVersions, revision: string): Promise<boolean> {
  if (!isJsonSchema(path)) return false;
  const version = await versions.read(path, revision, null);
  return isGitProblem(version) || !isSchemaText(Buffer.from(version.bytes).toString("utf8"));
}
