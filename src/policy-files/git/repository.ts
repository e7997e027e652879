import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileStamp } from "../file-stamp.ts";

/** Work tree of a git repository. */
export interface Repository {
  /** Top directory of the work tree, without symbolic links. */
  readonly top: string;
  /** Directory with `HEAD`: `.git`, or the directory of a linked work tree or submodule. */
  readonly gitDir: string;
}

/** Finds the repository of a directory without running git; null if there is none. */
export function findRepository(folder: string): Repository | null {
  let top: string;
  try {
    top = realpathSync(folder);
  } catch {
    return null;
  }
  for (;;) {
    const gitDir = gitDirIn(top);
    if (gitDir !== null) return { top, gitDir };
    const parent = dirname(top);
    if (parent === top) return null;
    top = parent;
  }
}

/** Returns the path of a file within its repository, with slashes, or its name outside of any. */
export function pathInRepository(path: string): string {
  const folder = dirname(resolve(path));
  const repository = findRepository(folder);
  if (repository === null) return basename(path);
  return relative(repository.top, join(realpathSync(folder), basename(path))).replaceAll(sep, "/");
}

/** Returns the directory that `.git` is or names; null if there is none with a `HEAD`. */
export function gitDirIn(folder: string): string | null {
  const path = join(folder, ".git");
  const named = /^gitdir: (.+)$/m.exec(smallText(path) ?? "")?.[1];
  const gitDir = named === undefined ? path : resolve(folder, named);
  return fileStamp(join(gitDir, "HEAD")) === null ? null : gitDir;
}

/**
 * Returns a text that changes with every commit, checkout and reset. Reads a few small files: cheap enough to call
 * often.
 */
export function headStamp({ gitDir }: Repository): string {
  const commonDir = commonDirOf(gitDir);
  const head = smallText(join(gitDir, "HEAD"))?.trim() ?? "";
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1] ?? "HEAD";
  // A ref is in its own file, in packed-refs or in a table.
  const stamps = [ref, "packed-refs", "reftable/tables.list"].map((name) => fileStamp(join(commonDir, name)));
  return [head, ...stamps, fileStamp(join(gitDir, "logs/HEAD"))].join("\n");
}

/**
 * Returns a text that changes with the branch or tag of a revision, as after `git fetch`. Reads no file; packed refs
 * need `headStamp`.
 */
export function refStamp({ gitDir }: Repository, revision: string): string {
  const name = /^[^~^@:]*/.exec(revision.replace(/\.\.\.$/, ""))?.[0] ?? "";
  const folders = ["", "refs", "refs/tags", "refs/heads", "refs/remotes"];
  return folders.map((folder) => fileStamp(join(commonDirOf(gitDir), folder, name))).join("\n");
}

/** Returns the refs directory shared by all work trees of a repository. */
function commonDirOf(gitDir: string): string {
  return resolve(gitDir, smallText(join(gitDir, "commondir"))?.trim() ?? "");
}

/** Returns a text that changes with every `git add`, `git mv` and `git rm`, and with every commit. */
export function indexStamp(repository: Repository): string {
  return `${headStamp(repository)}\n${fileStamp(join(repository.gitDir, "index"))}`;
}

/** Maximum size of the files read here, in bytes; each has one line. */
const maxBytes = 4_096;

/** Reads a small file; null if it is missing, large or not a regular file, such as a pipe that never ends. */
function smallText(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}
