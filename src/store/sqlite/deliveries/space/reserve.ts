import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HooklensError } from "../../../../model/errors.ts";
import { StoreFullError } from "../../../errors.ts";
import { searchFileName } from "../search/search-file.ts";
import { freeBytes } from "./log-size.ts";

/** Bytes that removing deliveries takes on a full disk before it gives any back. */
const reserveBytes = 4 * 1024 * 1024;

/** With less than this left, new deliveries would soon meet a full disk; a WAL and its index begin with about as much. */
const leastBytes = 1024 * 1024;

/** Bytes that the word index leaves to deliveries: one step of it writes up to 9 MB to its WAL, and the same again to its file. */
const indexLeavesBytes = 32 * 1024 * 1024;

function reserveFile(dataDir: string): string {
  return join(dataDir, "reserve");
}

/**
 * Makes the file that keeps room on the disk for removing deliveries, where it is not there.
 * @throws {StoreFullError} there is no room for it, and for deliveries beside it
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
    rmSync(draft, { force: true });
    // Where such a file cannot be made for another reason, the log does without.
    if (error instanceof StoreFullError || isNoSpace(error)) throw diskFull(dataDir);
  }
}

/**
 * Tried and not asked for: a quota is no number of the file system's.
 * @throws {StoreFullError} new deliveries would soon meet a full disk
 */
export function assertRoom(dataDir: string): void {
  const file = `${reserveFile(dataDir)}.probe`;
  try {
    writeZeros(file, leastBytes);
  } catch (error) {
    if (isNoSpace(error)) throw diskFull(dataDir);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Not a hole, which would keep no room. */
function writeZeros(file: string, bytes: number): void {
  writeFileSync(file, Buffer.alloc(bytes), { mode: 0o600 });
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOSPC|EDQUOT)$/.test(String(error.code));
}

/** @throws {StoreFullError} what is left of the disk is for deliveries */
export function assertRoomForIndex(dataDir: string): void {
  if (freeBytes(dataDir) < indexLeavesBytes) throw diskFull(dataDir);
}

/** For the reserve, and the index of words. */
export function hasAmpleRoom(dataDir: string): boolean {
  return freeBytes(dataDir) > reserveBytes + indexLeavesBytes;
}

export function diskFull(dataDir: string): HooklensError {
  return new StoreFullError({
    what: `there is no room for deliveries in ${dataDir}`,
    why: "the disk is full",
    hint: "Free some space on it, or remove old deliveries with `hooklens deliveries prune`",
  });
}

/** Before anything is opened on a disk that is full: what opening takes comes from the reserve. */
export function makeRoomToStart(dataDir: string): void {
  try {
    if (freeBytes(dataDir) < leastBytes) rmSync(reserveFile(dataDir), { force: true });
  } catch {
    // Opening says what is wrong with the directory.
  }
}

/** Gives the disk the index of words, which is made anew from the log, and the reserve. */
export function makeRoom(dataDir: string): void {
  const search = join(dataDir, searchFileName);
  for (const path of [search, `${search}-wal`, `${search}-shm`, reserveFile(dataDir)]) {
    rmSync(path, { force: true });
  }
}
