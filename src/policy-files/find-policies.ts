import { globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { NotFoundError } from "../model/errors.ts";

/** Whether a file of a folder is taken for a policy: by its name, so that reviews and receipts beside policies are not. */
export function isPolicyName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name) && !/\.review\.json$/i.test(name) && !name.startsWith(".");
}

/**
 * The policy files that paths stand for, each once, in the order of the paths: a file itself, whatever its name; of a folder all its
 * policies, those of its folders too, by name; `-` itself, which is stdin; and what matches a pattern (`policies/*.yaml`), which a shell did not expand.
 * Folders whose names begin with a dot, and node_modules, are passed over.
 * @throws {NotFoundError} for a path or a pattern that stands for nothing
 */
export function findPolicies(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap(filesOf))];
}

function filesOf(path: string): readonly string[] {
  if (path === "-") return [path];
  const stats = statSync(path, { throwIfNoEntry: false });
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
  if (matches.length > 0) return matches.flatMap((match) => (statSync(match).isDirectory() ? [] : [match]));
  throw new NotFoundError({
    what: `there is no file ${path}`,
    hint: "Give files, folders or patterns of policies, or - for stdin",
  });
}

/** Of a folder and the folders in it. */
function policiesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => byName(a.name, b.name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : policiesIn(path);
    }
    return isPolicyName(entry.name) && (entry.isFile() || isLinkToFile(path)) ? [path] : [];
  });
}

function isLinkToFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
