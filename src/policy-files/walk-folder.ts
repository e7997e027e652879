import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isBesidePolicy } from "./beside-policy.ts";

interface FolderWalk {
  /** Policy files. */
  readonly files: readonly string[];
  /** Directories read, the root first. */
  readonly folders: readonly string[];
  /** Directories that could not be read, with the error of each. */
  readonly unread: ReadonlyMap<string, unknown>;
  /** True if a limit omitted files or directories. */
  readonly isCut: boolean;
}

/**
 * Lists the policies of a directory and its subdirectories, breadth-first and by name. Skips node_modules,
 * reviews and directories whose name begins with a dot. Does not follow links to directories, which may be circular.
 * @param limits maximum numbers of files and directories; unlimited by default
 */
export function walkFolder(
  root: string,
  limits: { readonly files: number; readonly folders: number } = { files: Infinity, folders: Infinity },
): FolderWalk {
  const files: string[] = [];
  const folders = [root];
  const unread = new Map<string, unknown>();
  let isCut = false;
  const add = (list: string[], path: string, limit: number) => {
    if (list.length < limit) list.push(path);
    else isCut = true;
  };
  // `folders` grows during the loop.
  for (const folder of folders) {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      unread.set(folder, error);
    }
    for (const entry of entries.toSorted((a, b) => byName(a.name, b.name))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!isSkipped(entry.name)) add(folders, path, limits.folders);
      } else if (isPolicyName(entry.name) && (entry.isFile() || isFile(path))) add(files, path, limits.files);
    }
  }
  return { files, folders, unread, isCut };
}

/**
 * Returns true for the name of a policy file: it ends with .yaml, .yml or .json, is not hidden, and is not
 * that of a file that hooklens writes beside a policy.
 */
export function isPolicyName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name) && !isBesidePolicy(name) && !name.startsWith(".");
}

/** Returns true for a directory that is not that of policies, by its name. */
function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules" || isBesidePolicy(name);
}

/** Returns true for a path within a directory of policies that a scan would list. */
export function isPolicyPath(path: string): boolean {
  const parts = path.split(/[\\/]/);
  const folders = parts.slice(0, -1);
  return folders.every((name) => !isSkipped(name)) && isPolicyName(parts.at(-1) ?? "");
}

/** Returns true for a file or a link to one; false for a broken or circular link. */
export function isFile(path: string): boolean {
  return fileStamp(path) !== null;
}

/** Returns true for a directory or a link to one. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/**
 * Returns a text that changes with every save of a file; null if it is not a file, or its metadata is not
 * readable.
 */
export function fileStamp(path: string): string | null {
  try {
    // Most of the files beside a policy do not exist: an error for each takes longer than all else in a scan.
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : null;
  } catch {
    return null;
  }
}

export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
