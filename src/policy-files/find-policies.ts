import { type Stats, globSync, statSync } from "node:fs";
import { normalize, sep } from "node:path";
import { NotFoundError } from "../model/errors.ts";
import { isBesidePolicy } from "./beside-policy.ts";
import { hasCode, unreadable } from "./failure-reason.ts";
import { byName, walkFolder } from "./walk-folder.ts";

/**
 * Resolves paths to policy files, each once, in the order of the paths. A file resolves to itself, whatever
 * its name; a directory to all policies in it and its subdirectories, by name; `-` (stdin) to itself; a
 * pattern that the shell did not expand (`policies/*.yaml`) to matching files, without reviews and receipts,
 * and to the policies of matching directories.
 * @throws {NotFoundError} a path or pattern resolves to nothing
 * @throws {PolicyUnreadableError} a directory is not readable
 */
export function findPolicies(paths: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const file of paths.flatMap(filesOf)) {
    const name = normalize(file);
    if (!found.has(name)) found.set(name, file);
  }
  return [...found.values()];
}

function filesOf(path: string): readonly string[] {
  if (path === "-") return [path];
  const stats = statOf(path);
  if (stats?.isDirectory() === true) {
    const found = policiesIn(path);
    if (found.length > 0) return found;
    throw new NotFoundError({
      what: `there is no policy in ${path}`,
      why: "none of its files ends with .yaml, .yml or .json",
      hint: "Give a directory with policies, or run hooklens policy new to create a policy",
    });
  }
  if (stats !== undefined) return [path];
  const matches = /[*?[{]/.test(path) ? globSync(path).toSorted(byName) : [];
  const matched = matches.flatMap((match) =>
    statOf(match)?.isDirectory() === true ? policiesIn(match) : isBesidePolicy(match) ? [] : [match],
  );
  if (matched.length > 0) return matched;
  throw new NotFoundError({
    what: matches.length > 0 ? `no policy matches ${path}` : `there is no file ${path}`,
    hint: "Give files, directories or patterns of policies, or - for stdin",
  });
}

/** Returns the policies of a directory and its subdirectories, sorted depth-first by name. */
function policiesIn(folder: string): readonly string[] {
  const { files, unread } = walkFolder(folder);
  for (const [each, cause] of unread) {
    // ENOENT: the directory was removed while its parent was read.
    if (!hasCode(cause, "ENOENT")) throw unreadable(`the directory ${each}`, cause);
  }
  const keys = new Map(files.map((file) => [file, file.replaceAll(sep, "\0")]));
  return files.toSorted((a, b) => byName(keys.get(a) ?? a, keys.get(b) ?? b));
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
