import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic, syncFolder } from "../files/write-file-atomic.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import { type EntriesReading, entryFileName, entryText, readEntries } from "../policy/review/review-text.ts";
import { byteSize, count, plural } from "../text/numbers.ts";
import { ReviewNotKeptError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";

/** Maximum size of a file of a review in bytes; a larger file is not read. */
const maxFileBytes = 1_000_000;
/** Maximum entries of a review; a clause has about five. */
const maxEntries = 5_000;

/** Review of a policy. */
export interface ReviewReading {
  /** Entries of the readable files. */
  readonly entries: readonly ReviewEntry[];
  /** Unreadable file and the reason, and the number of other unreadable files; null if there is none. */
  readonly problem: string | null;
}

/**
 * Returns the path of a policy's review: the directory `<policy>.review` beside it, where `<policy>` is its full
 * file name. Each entry is a file of its own that never changes, so that concurrent apps and git branches only
 * add files: none is lost, and merges have no conflicts.
 */
export function reviewPath(policyFile: string): string {
  return `${policyFile}.review`;
}

/** Returns the path of a review of version 1: one file with all marks. */
export function firstReviewPath(path: string): string {
  return `${path}.json`;
}

/** Reads a review; a missing directory counts as an empty one. Never throws. */
export function readReview(path: string): ReviewReading {
  const first = readFile(firstReviewPath(path));
  const names = entryNames(path);
  if (!Array.isArray(names)) return { entries: [], problem: `${basename(path)}: ${names.why}` };
  const read = names
    .slice(0, maxEntries)
    .map((name) => ({ name: join(basename(path), name), reading: readFile(join(path, name)) }));
  const all = [{ name: basename(firstReviewPath(path)), reading: first }, ...read];
  const [failed, ...others] = [
    ...all.flatMap(({ name, reading }) => (reading.ok ? [] : [`${name}: ${reading.why}`])),
    ...(names.length > maxEntries
      ? [`${basename(path)}: it has more than ${count(maxEntries)} entries`]
      : []),
  ];
  const more = others.length === 0 ? "" : `, and ${plural(others.length, "more file")}`;
  return {
    entries: all.flatMap(({ reading }) => (reading.ok ? reading.entries : [])),
    problem: failed === undefined ? null : `${failed}${more}`,
  };
}

/** Returns a text that changes when an entry is added or removed; null if there is no directory. */
export function reviewStamp(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Two changes within the time resolution differ in the number of files.
    return `${stats.mtimeNs} ${stats.ino} ${readdirSync(path).length}`;
  } catch {
    return null;
  }
}

function entryNames(path: string): string[] | { readonly why: string } {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(path)
      .filter((name) => name.endsWith(".json"))
      .toSorted();
  } catch (error) {
    return hasCode(error, "ENOENT") ? [] : { why: failureReason(error) };
  }
}

function readFile(path: string): EntriesReading {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
    if (size === null) return { ok: true, entries: [] };
    if (size > maxFileBytes) return { ok: false, why: `it has ${byteSize(size)}`, isLater: false };
    return readEntries(readTextWithin(path, maxFileBytes));
  } catch (error) {
    // An entry may be removed while the directory is read.
    if (hasCode(error, "ENOENT")) return { ok: true, entries: [] };
    return { ok: false, why: failureReason(error), isLater: false };
  }
}

/**
 * Adds an entry to a review in a file of its own. First converts a review of version 1, unless it is
 * unreadable: that file stays as it is.
 * @throws {ReviewNotKeptError} the entry was not written
 */
export function addEntry(path: string, entry: ReviewEntry): void {
  const first = readFile(firstReviewPath(path));
  if (!first.ok && first.isLater) {
    throw new ReviewNotKeptError({
      what: `the review ${firstReviewPath(path)} was not changed`,
      why: first.why,
      hint: "Update hooklens to change it",
    });
  }
  keeping(path, () => {
    mkdirSync(path, { recursive: true });
    const place = (one: ReviewEntry) =>
      writeFileAtomic(join(path, entryFileName(one)), entryText(one), { mode: 0o644, replace: false });
    const marks = first.ok ? first.entries : [];
    // Another process that converts the same review places equal files.
    for (const mark of marks) place(mark);
    if (!place(entry)) throw new Error(`${entryFileName(entry)} exists`);
    syncFolder(join(path, "entry"));
    if (marks.length > 0) rmSync(firstReviewPath(path), { force: true });
  });
}

/**
 * Removes an entry that was just added. A missing entry counts as removed.
 * @throws {ReviewNotKeptError} the entry was not removed
 */
export function removeEntry(path: string, entry: ReviewEntry): void {
  keeping(path, () => {
    rmSync(join(path, entryFileName(entry)), { force: true });
    try {
      rmdirSync(path);
    } catch (error) {
      // ENOTEMPTY: other entries are left.
      if (!["ENOTEMPTY", "EEXIST", "ENOENT"].some((code) => hasCode(error, code))) throw error;
    }
  });
}

function keeping(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new ReviewNotKeptError({
      what: `the review cannot be saved in ${path}`,
      why: failureReason(error),
      hint: "Make its directory writable, or copy the policies to a writable directory",
      cause: error,
    });
  }
}
