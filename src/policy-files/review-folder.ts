import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic, syncFolder } from "../files/write-file-atomic.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import { entryFileName, type EntryReading, entryText, readEntry } from "../policy/review/review-text.ts";
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

/** Reads a review; a missing directory counts as an empty one. Never throws. */
export function readReview(path: string): ReviewReading {
  const names = entryNames(path);
  if (!Array.isArray(names)) return { entries: [], problem: `${basename(path)}: ${names.why}` };
  const read = names
    .slice(0, maxEntries)
    .map((name) => ({ name: join(basename(path), name), reading: readFile(join(path, name)) }));
  const [failed, ...others] = [
    ...read.flatMap(({ name, reading }) =>
      reading === null || reading.ok ? [] : [`${name}: ${reading.why}`],
    ),
    ...(names.length > maxEntries
      ? [`${basename(path)}: it has more than ${count(maxEntries)} entries`]
      : []),
  ];
  const more = others.length === 0 ? "" : `, and ${plural(others.length, "more file")}`;
  return {
    entries: read.flatMap(({ reading }) => (reading?.ok === true ? reading.entry : [])),
    problem: failed === undefined ? null : `${failed}${more}`,
  };
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

/** Reads the file of an entry; null if it was removed while the directory is read. */
function readFile(path: string): EntryReading | null {
  try {
    const { size } = statSync(path);
    if (size > maxFileBytes) return { ok: false, why: `it has ${byteSize(size)}` };
    return readEntry(readTextWithin(path, maxFileBytes));
  } catch (error) {
    return hasCode(error, "ENOENT") ? null : { ok: false, why: failureReason(error) };
  }
}

/**
 * Adds an entry to a review in a file of its own.
 * @throws {ReviewNotKeptError} the entry was not written
 */
export function addEntry(path: string, entry: ReviewEntry): void {
  keeping(path, () => {
    mkdirSync(path, { recursive: true });
    const file = join(path, entryFileName(entry));
    if (!writeFileAtomic(file, entryText(entry), { mode: 0o644, replace: false })) {
      throw new Error(`${entryFileName(entry)} exists`);
    }
    syncFolder(file);
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
