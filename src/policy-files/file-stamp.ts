import { readdirSync, statSync } from "node:fs";

/** Returns true for a file or a link to one; false for a broken or circular link. */
export function isFile(path: string): boolean {
  return fileStamp(path) !== null;
}

/** Returns true if nothing has the path; false also if its directory cannot be searched. */
export function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Returns true for a directory or a link to one. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Returns a text that changes with every save of a file; null for other paths and unreadable metadata. */
export function fileStamp(path: string): string | null {
  try {
    // Most of the files beside a policy do not exist: an error for each would take longer than the rest of a scan.
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : null;
  } catch {
    return null;
  }
}

/** Returns a text that changes when a directory gains or loses a file; null if there is no directory. */
export function folderStamp(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Two changes within the time resolution differ in the number of files.
    return `${stats.mtimeNs} ${stats.ino} ${readdirSync(path).length}`;
  } catch {
    return null;
  }
}
