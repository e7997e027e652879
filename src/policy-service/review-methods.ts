import { readReviewReport } from "../policy-files/read-review-report.ts";
import { removeEntry } from "../policy-files/review-folder.ts";
import { type ReviewFormatName, reviewFormats } from "../policy/report/review/formats.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import { type EntryRequest, saveEntry } from "./save-entry.ts";

/**
 * Creates the methods of the worker thread about reviews.
 * @param reviewOf returns the path of a policy's review
 * @param reviewer returns the name of the person who reviews here
 */
export function reviewMethods(
  keysDir: string,
  reviewOf: (path: string) => string,
  reviewer: () => Promise<string>,
) {
  return {
    /**
     * Adds an entry to the review of a policy. Approves a clause only if it still has the approved content.
     * @throws {PolicyUnreadableError | ReviewNotKeptError}
     */
    saveEntry: async (path: string, request: EntryRequest) =>
      saveEntry(path, reviewOf(path), request, await reviewer()),
    /**
     * Removes an entry added by `saveEntry`.
     * @throws {ReviewNotKeptError}
     */
    removeEntry: (path: string, entry: ReviewEntry): void => removeEntry(reviewOf(path), entry),
    /**
     * Formats the report of a policy's review.
     * @param revision version to list differences from; null for HEAD
     * @returns also the reason for an incomplete report, or null
     * @throws {PolicyUnreadableError | PolicyHasErrorsError | VersionUnreadableError}
     */
    async reviewReport(path: string, revision: string | null, format: ReviewFormatName) {
      const { report, problem } = await readReviewReport(path, {
        reviewFolder: reviewOf(path),
        keysDir,
        revision,
      });
      return { text: await reviewFormats[format].text(report), problem };
    },
  };
}
