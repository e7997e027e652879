import { type Dirent, globSync, readdirSync, type Stats, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { NotFoundError } from "../model/errors.ts";
import { hasCode } from "./failure-reason.ts";
import { unreadable } from "./unreadable.ts";

/** Whether it is what hooklens writes beside a policy: a review or receipts. */
function isBesidePolicy(path: string): boolean {
  return /\.(?:review\.json|receipts\.jsonl)$/i.test(path);
}

/** Whether a file of a folder is taken for a policy: by its name, so that reviews and receipts beside policies are not. */
export function isPolicyName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name) && !isBesidePolicy(name) && !name.startsWith(".");
}

/**
 * The policy files that paths stand for, each once, in the order of the paths: a file itself, whatever its name; of a folder all its
 * policies, those of its folders too, by name; `-` itself, which is stdin; and what matches a pattern (`policies/*.yaml`), which a shell
 * did not expand: files, but no reviews and receipts, and folders as if they were given.
 * Folders whose names begin with a dot, and node_modules, are passed over.
 * @throws {NotFoundError} for a path or a pattern that stands for nothing
 * @throws {PolicyUnreadableError} for a folder that may not be read
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
      hint: "Give a folder with policies, or hooklens policy new writes one",
    });
  }
  if (stats !== undefined) return [path];
  const matches = /[*?[{]/.test(path) ? globSync(path).toSorted(byName) : [];
  const matched = matches.flatMap((match) =>
    statOf(match)?.isDirectory() === true ? policiesIn(match) : isBesidePolicy(match) ? [] : [match],
  );
  if (matched.length > 0) return matched;
  throw new NotFoundError({
    what: matches.length > 0 ? `there is no policy in what matches ${path}` : `there is no file ${path}`,
    hint: "Give files, folders or patterns of policies, or - for stdin",
  });
}

/** Of a folder and the folders in it. */
function policiesIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : policiesIn(path);
    }
    // Links to folders are not followed, so that none leads round in a circle.
    return isPolicyName(entry.name) && (entry.isFile() || isFile(path)) ? [path] : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => byName(a.name, b.name));
  } catch (cause) {
    // It was removed while its parent was read.
    if (hasCode(cause, "ENOENT")) return [];
    throw unreadable(`the folder ${folder}`, cause);
  }
}

/** Whether a file stands there, or at the end of a link; one that leads nowhere, or round in a circle, leads to none. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Whoever may not look at it may not read it either.
    return false;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
