import { type Stats, globSync, statSync } from "node:fs";
import { dirname, join, matchesGlob, normalize, relative, sep } from "node:path";
import { NotFoundError } from "../model/errors.ts";
import { besideKind } from "./beside-policy.ts";
import { PolicyUnreadableError } from "./errors.ts";
import { hasCode, unreadable } from "./failure-reason.ts";
import { followLink, linkBounds } from "./follow-link.ts";
import { otherKind } from "./other-file.ts";
import { type SkippedPath, byName, undecodable, walkFolder } from "./walk-folder.ts";

/** Policies of paths. */
export interface FoundPolicies {
  /** Policy files, each once. */
  readonly files: readonly string[];
  /** Paths that look like policies or directories of policies, but are not followed or are no files. */
  readonly skipped: readonly SkippedPath[];
  /** Given files of another kind, with the kind: `a proposal`. */
  readonly others: readonly { readonly path: string; readonly kind: string }[];
}

const none: FoundPolicies = { files: [], skipped: [], others: [] };

/**
 * Resolves paths to policy files, each once, in the order of the paths. A file of no other known kind resolves to
 * itself, whatever its name; a directory to all policies in it and its subdirectories, by name; `-` (stdin) to
 * itself; a pattern that the shell did not expand (`policies/*.yaml`) to matching files, without those of other
 * kinds, and to the policies of matching directories. Links below a given directory or the beginning of a pattern are
 * only followed within it and its work tree.
 * @throws {NotFoundError} a path or pattern resolves to nothing
 * @throws {PolicyUnreadableError} a directory is not readable
 */
export function findPolicies(paths: readonly string[]): FoundPolicies {
  const found = paths.map(policiesOf);
  return {
    files: onePerName(
      found.flatMap(({ files }) => files),
      (file) => file,
    ),
    skipped: onePerName(
      found.flatMap(({ skipped }) => skipped),
      ({ path }) => path,
    ),
    others: onePerName(
      found.flatMap(({ others }) => others),
      ({ path }) => path,
    ),
  };
}

function onePerName<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const found = new Map<string, T>();
  for (const item of items) {
    const name = normalize(nameOf(item));
    if (!found.has(name)) found.set(name, item);
  }
  return [...found.values()];
}

/** Creates the error of an unfollowed path. */
export function skippedError({ path, why }: SkippedPath): PolicyUnreadableError {
  return new PolicyUnreadableError({
    what: `${path} is not read`,
    why,
    hint: "Give what it leads to as a path of its own, or remove it",
  });
}

function policiesOf(path: string): FoundPolicies {
  if (path === "-") return { ...none, files: [path] };
  const stats = statOf(path);
  // A file with the name of a pattern must not hide the matches of the pattern.
  const isPattern = path.includes("*");
  if (stats?.isDirectory() === true && !isPattern) {
    const found = policiesIn(path);
    if (found.files.length > 0 || found.skipped.length > 0) return found;
    throw noPolicyIn(path);
  }
  if (stats !== undefined && !isPattern) {
    const kind = otherKind(path);
    return kind === null ? { ...none, files: [path] } : { ...none, others: [{ path, kind }] };
  }
  const { matches, skipped } = matchesOf(path);
  const found = matches.map((match) => {
    if (otherKind(match) !== null) return none;
    return statOf(match)?.isDirectory() === true ? policiesIn(match) : { ...none, files: [match] };
  });
  const files = found.flatMap((each) => each.files);
  const all = [...skipped, ...found.flatMap((each) => each.skipped)];
  if (files.length > 0 || all.length > 0) return { ...none, files, skipped: all };
  throw new NotFoundError({
    what: matches.length > 0 ? `no policy matches ${path}` : `there is no file ${path}`,
    hint: "Give files, directories or patterns of policies, or - for stdin",
  });
}

/** Creates the error of a directory without a policy. */
export function noPolicyIn(folder: string): NotFoundError {
  return new NotFoundError({
    what: `there is no policy in ${folder}`,
    why: "none of its files ends with .yaml, .yml or .json",
    hint: "Give a directory with policies, or run hooklens policy new to create a policy",
  });
}

/** Returns the matches of a pattern, by name, and the unfollowed links. */
function matchesOf(
  pattern: string,
): Pick<FoundPolicies, "skipped"> & { readonly matches: readonly string[] } {
  const special = pattern.search(/[*?[{]/);
  if (special === -1) return { matches: [], skipped: [] };
  const base = dirname(`${pattern.slice(0, special)}x`);
  const bounds = linkBounds(base);
  const skipped: SkippedPath[] = [];
  const matches = globSync(pattern).filter((match) => {
    const unnamed = undecodable(relative(base, match));
    if (unnamed !== null) {
      if (besideKind(match) === null) skipped.push({ path: match, why: unnamed });
      return false;
    }
    const { real, stats, why } = followLink(match, bounds);
    const isLinked = stats === null || real !== join(bounds[0] ?? "", relative(base, match));
    if (why === null || !isLinked) return true;
    if (besideKind(match) === null) skipped.push({ path: match, why });
    return false;
  });
  if (/[\\/]/.test(pattern.slice(special))) {
    // globSync does not search linked directories.
    const walk = walkFolder(base);
    const glob = normalize(pattern);
    const depth = pattern.includes("**") ? Infinity : glob.split(sep).length;
    const isReached = (path: string) => normalize(path).split(sep).length <= depth;
    throwUnread([...walk.unread].filter(([folder]) => isReached(join(folder, "a file"))));
    const linked = [...walk.files, ...walk.folders].filter((path) => matchesGlob(normalize(path), glob));
    return {
      matches: [...new Set([...matches, ...linked])].toSorted(byName),
      skipped: [...skipped, ...walk.skipped.filter(({ path }) => isReached(path))],
    };
  }
  return { matches: matches.toSorted(byName), skipped };
}

/** @throws {PolicyUnreadableError} a directory could not be read */
function throwUnread(unread: Iterable<readonly [string, unknown]>): void {
  for (const [each, cause] of unread) {
    // ENOENT: the directory was removed while its parent was read.
    if (!hasCode(cause, "ENOENT")) throw unreadable(`the directory ${each}`, cause);
  }
}

/** Returns the policies of a directory and its subdirectories, sorted depth-first by name. */
function policiesIn(folder: string): FoundPolicies {
  const { files, skipped, unread } = walkFolder(folder);
  throwUnread(unread);
  const keys = new Map(files.map((file) => [file, file.replaceAll(sep, "\0")]));
  return { ...none, skipped, files: files.toSorted((a, b) => byName(keys.get(a) ?? a, keys.get(b) ?? b)) };
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
