import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

interface FolderWalk {
  /** Policy files. */
  readonly files: readonly string[];
  /** Folders read, the root first. */
  readonly folders: readonly string[];
  /** Folders that could not be read, with the error. */
  readonly unread: ReadonlyMap<string, unknown>;
  /** A limit left something out. */
  readonly isCut: boolean;
}

/**
 * Lists the policies of a folder and its subfolders, breadth-first and by name. Skips node_modules and folders that begin with a dot.
 * Does not follow links to folders, which may be circular.
 * @param limits maximum number of files and folders.
 * @default unlimited
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
        const isSkipped = entry.name.startsWith(".") || entry.name === "node_modules";
        if (!isSkipped) add(folders, path, limits.folders);
      } else if (isPolicyName(entry.name) && (entry.isFile() || isFile(path))) add(files, path, limits.files);
    }
  }
  return { files, folders, unread, isCut };
}

/** True for the files hooklens writes beside a policy: its review and its receipts. */
export function isBesidePolicy(path: string): boolean {
  return /\.(?:review\.json|receipts\.jsonl)$/i.test(path);
}

/** True for a file name with the ending of a policy that is neither hidden nor a review or receipts. */
function isPolicyName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name) && !isBesidePolicy(name) && !name.startsWith(".");
}

/** True for a file or a link to one; false for a link that is broken or circular. */
export function isFile(path: string): boolean {
  return fileStamp(path) !== null;
}

/** Returns a text that changes with every save of a file; null if it is not a file, or its metadata is not readable. */
export function fileStamp(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : null;
  } catch {
    return null;
  }
}

export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
