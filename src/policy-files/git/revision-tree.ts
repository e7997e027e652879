import { realpathSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { isWithin } from "../follow-link.ts";
import { maxLinkedFolders } from "../walk-folder.ts";
import type { RevisionEntry } from "./list-revision.ts";
import { type GitProblem, isGitProblem } from "./problem.ts";

/** Entries of a directory by path, or the reason for git's failure. */
export type Listing = ReadonlyMap<string, RevisionEntry> | GitProblem;

/** Tree of a revision. */
export interface RevisionTree {
  /** Lists a directory by its path in the repository; `isRecursive` with its subdirectories. */
  list(folder: string, isRecursive: boolean): Promise<Listing>;
  /** Reads the content of an entry. */
  read(id: string): Promise<Uint8Array | GitProblem>;
}

/** Place in a revision, with links resolved. */
export interface FollowedPath {
  /** Path in the repository. */
  readonly path: string;
  readonly entry: RevisionEntry;
}

/** Maximum links of one path, as in Linux. */
const maxLinks = 40;

/**
 * Returns the path of a file in its repository, as named by the user: follows the links above the work tree, but not
 * those within, because a revision may have others.
 */
function namedPathInRepository(path: string, top: string): string {
  const full = resolve(path);
  const folders: string[] = [];
  for (let folder = dirname(full); !folders.includes(folder); folder = dirname(folder)) folders.push(folder);
  for (const folder of folders.toReversed()) {
    const real = realOf(folder);
    if (real === null || !isWithin(real, top)) continue;
    return relative(top, join(real, relative(folder, full))).replaceAll(sep, "/");
  }
  return relative(top, full).replaceAll(sep, "/");
}

/** Returns the path of a directory in its repository, as named by the user; empty for the top. */
export function namedFolderInRepository(folder: string, top: string): string {
  const within = posix.dirname(namedPathInRepository(join(folder, "a file"), top));
  return within === "." ? "" : within;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/**
 * Finds a path of the work tree in a revision, through the revision's links; null if nothing is there. A path through
 * a link unknown to the revision uses the link's target.
 */
export async function findInRevision(
  path: string,
  top: string,
  tree: RevisionTree,
): Promise<FollowedPath | GitProblem | null> {
  const named = namedPathInRepository(path, top);
  const found = await followInRevision(named, tree);
  if (found !== null) return found;
  const real = realOf(path);
  const target = real === null ? named : relative(top, real).replaceAll(sep, "/");
  return target === named ? null : followInRevision(target, tree);
}

async function followInRevision(path: string, tree: RevisionTree): Promise<FollowedPath | GitProblem | null> {
  let parts = path.split("/").filter((part) => part !== "");
  let folder = "";
  for (let links = 0; links <= maxLinks;) {
    const [name, ...rest] = parts;
    if (name === undefined) return { path: folder, entry: { id: "", kind: "directory" } };
    const listing = await tree.list(folder, false);
    if (isGitProblem(listing)) return listing;
    const entry = listing.get(name);
    if (entry === undefined) return null;
    const here = posix.join(folder, name);
    if (entry.kind === "symbolic link") {
      const bytes = await tree.read(entry.id);
      if (isGitProblem(bytes)) return bytes;
      const target = Buffer.from(bytes).toString("utf8");
      const next = posix.join(folder, target, ...rest);
      if (posix.isAbsolute(target) || next === ".." || next.startsWith("../")) {
        return { kind: "not-a-file", why: "it is a link that leads out of the repository" };
      }
      [parts, folder, links] = [next.split("/").filter((part) => part !== "" && part !== "."), "", links + 1];
    } else if (rest.length === 0) {
      return { path: here, entry };
    } else if (entry.kind === "directory") {
      [parts, folder] = [rest, here];
    } else {
      return entry.kind === "submodule" ? { kind: "not-a-file", why: "it is in a submodule" } : null;
    }
  }
  return { kind: "not-a-file", why: "it is a circular link" };
}

/**
 * Lists the files of a directory in a revision, with subdirectories and links resolved. Leaves out broken and
 * circular links.
 * @param path directory of the work tree
 */
export async function listThroughLinks(
  path: string,
  top: string,
  tree: RevisionTree,
): Promise<readonly string[]> {
  const names: string[] = [];
  let links = 0;
  await add("", await findInRevision(path, top, tree), []);
  return names;

  async function add(
    prefix: string,
    folder: FollowedPath | GitProblem | null,
    from: readonly string[],
  ): Promise<void> {
    if (folder === null || isGitProblem(folder)) return;
    if (folder.entry.kind === "file") names.push(prefix);
    if (folder.entry.kind !== "directory" || links > maxLinkedFolders) return;
    const within = (each: string) =>
      each === folder.path || each.startsWith(`${folder.path}/`) || folder.path === "";
    if (from.some(within)) return;
    if (from.length > 0) links += 1;
    const listing = await tree.list(folder.path, true);
    if (isGitProblem(listing)) return;
    for (const [name, { kind }] of listing) {
      const path = prefix === "" ? name : `${prefix}/${name}`;
      if (kind === "file") names.push(path);
      if (kind !== "symbolic link") continue;
      const target = await followInRevision(posix.join(folder.path, name), tree);
      await add(path, target, [...from, posix.join(folder.path, posix.dirname(name))]);
    }
  }
}
