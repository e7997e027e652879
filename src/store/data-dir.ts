import { chmodSync, existsSync, mkdirSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFullError, StoreUnwritableError } from "./errors.ts";
import { fileError } from "./file-error.ts";

/**
 * Creates the data directory and its missing parents, readable by their owner only. An existing directory
 * keeps its mode.
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeDirectories(dataDir);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (why === "ENOSPC" || why === "EDQUOT") {
      throw new StoreFullError({
        what: `${dataDir} cannot be created`,
        why: "the disk is full",
        hint: "Free some space on its disk",
        cause: error,
      });
    }
    throw new StoreUnwritableError({
      what: `${dataDir} cannot be used as the data directory`,
      why,
      hint: "Make it a writable directory, or choose another directory with --data-dir",
      cause: error,
    });
  }
}

/**
 * Creates a directory and its missing parents. The recursive `mkdirSync` of Node 24.21 never returns in a
 * directory that refuses new files, such as /proc.
 */
function makeDirectories(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeDirectories(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Restricts a file to its owner. It never opens the file: closing any descriptor of a database file releases
 * the locks that SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function keepPrivate(file: string): void {
  chmodSync(file, 0o600);
}

/**
 * Returns the free space for this user on the disk of a directory, in bytes, without regard to quotas.
 * @throws {StoreUnwritableError | StoreIoError} the directory was deleted, or its disk does not respond
 */
export function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch (error) {
    throw fileError(error, directory);
  }
}

/** Names of file systems that may be shared by machines, by their type in `statfs` (linux/magic.h). */
const sharedFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x65735546, "FUSE"],
  [0x01021997, "9p"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
]);

/** Returns the name of a file system on which locks and the shared memory of a WAL may fail; null for others. */
export function sharedFileSystemName(type: number): string | null {
  return sharedFileSystems.get(type >>> 0) ?? null;
}

/** Returns the name of the shared file system of a directory; null if it is on a disk of this machine. */
export function sharedFileSystemOf(directory: string): string | null {
  try {
    return sharedFileSystemName(statfsSync(directory).type);
  } catch {
    return null;
  }
}
