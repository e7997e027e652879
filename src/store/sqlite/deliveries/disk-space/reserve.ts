import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HooklensError } from "../../../../model/errors.ts";
import { freeBytes } from "../../../data-dir.ts";
import { StoreFullError } from "../../../errors.ts";
import { searchFileName } from "../search/search-file.ts";

/** Space that removing deliveries needs on a full disk before it frees any, in bytes. */
const reserveBytes = 4 * 1024 * 1024;

/** Minimum free space for new deliveries, in bytes: about the initial size of a WAL and its index. */
const minFreeBytes = 1024 * 1024;

/**
 * Free space below which the word index does not grow, in bytes: a step writes up to 9 MB to its WAL, and as
 * much to its file.
 */
const indexLeavesBytes = 32 * 1024 * 1024;

function reserveFile(dataDir: string): string {
  return join(dataDir, "reserve");
}

/**
 * Creates the file that reserves disk space for removing deliveries, if it does not exist. Ignores errors
 * other than a full disk.
 * @throws {StoreFullError} the disk has no room for the file and new deliveries
 */
export function ensureReserve(dataDir: string): void {
  const file = reserveFile(dataDir);
  if (existsSync(file)) return;
  const draft = `${file}.draft`;
  try {
    writeZeros(draft, reserveBytes);
    assertRoom(dataDir);
    renameSync(draft, file);
  } catch (error) {
    removeFile(draft);
    // After other errors the log works without a reserve.
    if (error instanceof StoreFullError || isNoSpace(error)) throw diskFull(dataDir);
  }
}

/**
 * Checks for free space by writing, because the file system does not report quotas.
 * @throws {StoreFullError}
 */
export function assertRoom(dataDir: string): void {
  const file = `${reserveFile(dataDir)}.probe`;
  try {
    writeZeros(file, minFreeBytes);
  } catch (error) {
    if (isNoSpace(error)) throw diskFull(dataDir);
  } finally {
    removeFile(file);
  }
}

/** Writes a file of zeros; a sparse file would reserve no space. */
function writeZeros(file: string, bytes: number): void {
  removeFile(file);
  writeFileSync(file, Buffer.alloc(bytes), { mode: 0o600, flag: "wx" });
}

/** Removes a file, which may be missing; a directory in its place stays. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The log works without a reserve, and reports a full disk itself.
  }
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOSPC|EDQUOT)$/.test(String(error.code));
}

/**
 * Checks that the disk has room for the word index and new deliveries.
 * @throws {StoreFullError}
 */
export function assertRoomForIndex(dataDir: string): void {
  if (freeBytes(dataDir) < indexLeavesBytes) throw diskFull(dataDir);
}

/** Returns true if the disk has room for the reserve, the word index and new deliveries. */
export function hasAmpleRoom(dataDir: string): boolean {
  return freeBytes(dataDir) > reserveBytes + indexLeavesBytes;
}

export function diskFull(dataDir: string): HooklensError {
  return new StoreFullError({
    what: `there is no room for deliveries in ${dataDir}`,
    why: "the disk is full",
    hint: "Free some space on it, or run hooklens deliveries prune to remove old deliveries",
  });
}

/** Removes the reserve on a full disk, so that databases can be opened. */
export function makeRoomToStart(dataDir: string): void {
  try {
    if (freeBytes(dataDir) < minFreeBytes) removeFile(reserveFile(dataDir));
  } catch {
    // Opening the database reports the problem of the directory.
  }
}

/** Removes the word index, which can be rebuilt, and the reserve, to free space. */
export function makeRoom(dataDir: string): void {
  const search = join(dataDir, searchFileName);
  for (const path of [search, `${search}-wal`, `${search}-shm`, reserveFile(dataDir)]) {
    removeFile(path);
  }
}
