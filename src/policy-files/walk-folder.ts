import { type Dirent, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { besideKind } from "./beside-policy.ts";
import { followLink, isWithin, linkBounds } from "./follow-link.ts";
import { isJsonSchema } from "./other-file.ts";

/** Path that looks like a policy or a directory of policies, but is skipped. */
export interface SkippedPath {
  readonly path: string;
  /** Words without a full stop: `it is a broken link`. */
  readonly why: string;
}

interface FolderWalk {
  /** Policy files. */
  readonly files: readonly string[];
  /** Directories read, the root first. */
  readonly folders: readonly string[];
  /** Skipped paths: unfollowed links, names that are not UTF-8, and other things named like a policy. */
  readonly skipped: readonly SkippedPath[];
  /** Unreadable directories, each with its error. */
  readonly unread: ReadonlyMap<string, unknown>;
  /** True if a limit omitted files or directories. */
  readonly isCut: boolean;
}

/** Maximum number of followed directory links in a walk: each may lead to all others. */
export const maxLinkedFolders = 100;

/**
 * Lists the policies of a directory and its subdirectories, breadth-first and by name. Skips node_modules, reviews,
 * JSON Schemas and directories whose name begins with a dot. Follows links within the directory and its work tree.
 * @param limits maximum numbers of files and directories; unlimited by default
 */
export function walkFolder(
  root: string,
  limits: { readonly files: number; readonly folders: number } = { files: Infinity, folders: Infinity },
): FolderWalk {
  const bounds = linkBounds(root);
  const files: string[] = [];
  const folders = [root];
  const skipped: SkippedPath[] = [];
  const unread = new Map<string, unknown>();
  /** Real paths of the directories linked on the way to a directory, by its path. */
  const linkedFrom = new Map<string, readonly string[]>();
  let linkedFolders = 0;
  let isCut = false;
  const add = (list: string[], path: string, limit: number) => {
    if (list.length < limit) list.push(path);
    else isCut = true;
  };
  // `folders` grows during the loop.
  for (const folder of folders) {
    for (const entry of entriesOf(folder, unread)) {
      if (isSkipped(entry.name)) continue;
      const path = join(folder, entry.name);
      const unnamed = undecodable(entry.name);
      if (unnamed !== null) {
        const mayHave = mayHavePolicies(entry.name, entry.isSymbolicLink() ? null : entry);
        if (mayHave) skipped.push({ path, why: unnamed });
        continue;
      }
      const link = entry.isSymbolicLink() ? followLink(path, bounds) : null;
      const found = link === null ? entry : link.stats;
      const why =
        link === null ? null : (link.why ?? (found?.isDirectory() ? refusal(link.real, folder) : null));
      if (why !== null) {
        if (mayHavePolicies(entry.name, found)) skipped.push({ path, why });
      } else if (found?.isDirectory()) {
        const from = link === null ? linkedFrom.get(folder) : chain(folder);
        if (from !== undefined) linkedFrom.set(path, from);
        add(folders, path, limits.folders);
      } else if (isPolicyName(entry.name)) {
        if (found?.isFile()) {
          if (!isJsonSchema(path)) add(files, path, limits.files);
        } else skipped.push({ path, why: "it is not a file" });
      }
    }
  }
  return { files, folders, skipped, unread, isCut };

  function chain(folder: string): readonly string[] {
    return [...(linkedFrom.get(folder) ?? []), realpathSync(folder)];
  }

  /** Returns the reason for not following a link between directories, or null. */
  function refusal(real: string, folder: string): string | null {
    if (chain(folder).some((each) => isWithin(each, real)))
      return "it is a link to a directory that it is in";
    linkedFolders += 1;
    return linkedFolders > maxLinkedFolders
      ? `more than ${maxLinkedFolders} links lead to directories`
      : null;
  }
}

function entriesOf(folder: string, unread: Map<string, unknown>): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => byName(a.name, b.name));
  } catch (error) {
    unread.set(folder, error);
    return [];
  }
}

/**
 * Returns the reason for an unreadable path, or null. Node decodes names that are not UTF-8 with U+FFFD and cannot
 * open them.
 */
export function undecodable(path: string): string | null {
  return path.includes("\uFFFD") ? "its name is not UTF-8, or has U+FFFD" : null;
}

/** Returns true for the name of a link to skip unless it leads, or led, to a file of another kind. */
function mayHavePolicies(name: string, found: Pick<Stats, "isDirectory"> | null): boolean {
  return isPolicyName(name) || (found === null ? !/\.\w+$/.test(name) : found.isDirectory());
}

/**
 * Returns true for the name of a policy file: it ends with .yaml, .yml or .json, is not hidden, and is no file that
 * hooklens writes beside a policy.
 */
export function isPolicyName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name) && besideKind(name) === null && !name.startsWith(".");
}

/** Returns true for the name of a directory without policies. */
function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules" || besideKind(name) !== null;
}

/** Returns true for a path that a scan of a directory would list. */
export function isPolicyPath(path: string): boolean {
  const parts = path.split(/[\\/]/);
  const folders = parts.slice(0, -1);
  return folders.every((name) => !isSkipped(name)) && isPolicyName(parts.at(-1) ?? "");
}

export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
