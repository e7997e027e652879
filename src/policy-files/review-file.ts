import { mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { placeFile } from "../files/place-file.ts";
import type { Mark } from "../policy/review/marks.ts";
import { type ReviewReading, readReviewText, reviewText } from "../policy/review/review-text.ts";
import { byteSize } from "../text/numbers.ts";
import { ReviewNotKeptError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";

/** Maximum size of a review in bytes; a larger file is not read. A review has about ten marks. */
const maxReviewBytes = 1_000_000;

/**
 * Returns the path of a policy's review: `<policy>.review.json` beside it, where `<policy>` is its full file
 * name.
 */
export function reviewPath(policyFile: string): string {
  return `${policyFile}.review.json`;
}

/** Reads a review; a missing file counts as an empty one. Never throws. */
export function readReview(path: string): ReviewReading {
  try {
    const { size } = statSync(path);
    if (size > maxReviewBytes) return { ok: false, why: `it has ${byteSize(size)}`, isLater: false };
    return readReviewText(readFileSync(path, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return { ok: true, marks: [] };
    return { ok: false, why: failureReason(error), isLater: false };
  }
}

/**
 * Changes a review. Reads the file again before, so that changes by another process are kept. Renames an
 * unreadable file instead of overwriting it.
 * @returns the new path of an unreadable file, or null
 * @throws {ReviewNotKeptError} the review was not written
 */
export function changeReview(
  path: string,
  change: (marks: readonly Mark[]) => readonly Mark[],
  nowMs: number,
): string | null {
  const reading = readReview(path);
  if (!reading.ok && reading.isLater) {
    throw new ReviewNotKeptError({
      what: `the review ${path} was not changed`,
      why: reading.why,
      hint: "Update hooklens to change it",
    });
  }
  const aside = reading.ok ? null : `${path}.damaged-${new Date(nowMs).toISOString().replaceAll(":", "")}`;
  try {
    if (aside !== null) renameSync(path, aside);
    mkdirSync(dirname(path), { recursive: true });
    const marks = change(reading.ok ? reading.marks : []);
    placeFile(path, reviewText(marks), { mode: 0o644, replace: true });
    return aside;
  } catch (error) {
    throw new ReviewNotKeptError({
      what: `the review cannot be saved in ${path}`,
      why: failureReason(error),
      hint: "Make its directory writable, or copy the policies to a writable directory",
      cause: error,
    });
  }
}
