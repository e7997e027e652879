import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { ReviewNotKeptError } from "../policy-files/errors.ts";
import { readPolicyFile } from "../policy-files/read-policy-file.ts";
import { addEntry } from "../policy-files/review-folder.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import { entryId } from "../policy/review/review-text.ts";
import { reviewedClauses } from "../policy/review/reviewed-clauses.ts";

/** Entry without its author and ID. */
export type EntryRequest = Omit<ReviewEntry, "id" | "by">;

export interface SavedReviewEntry {
  readonly entry: ReviewEntry;
  /** True if the file no longer has a clause with the content of the entry. */
  readonly isOld: boolean;
}

/**
 * Adds an entry to a review. Refuses to approve a clause whose content has changed in the file, because the reviewer
 * has not seen it.
 * @throws {PolicyUnreadableError | ReviewNotKeptError}
 */
export async function saveEntry(
  path: string,
  reviewPath: string,
  request: EntryRequest,
  by: string,
): Promise<SavedReviewEntry> {
  const { kind, clauseId, clauseHash, at } = request;
  const { check } = await readPolicyFile(path);
  const isOld = reviewedClauses(check.document?.value).every(
    ({ id, hash }) => id !== clauseId || hash !== clauseHash,
  );
  if (isOld && kind === "approved") {
    throw new ReviewNotKeptError({
      what: `${clauseId} of ${basename(path)} was not approved`,
      why: "it changed in the file meanwhile",
      hint: "Read it again, then approve it",
    });
  }
  const entry = { ...request, by, id: entryId(at, randomBytes(4).toString("hex")) };
  addEntry(reviewPath, entry);
  return { entry, isOld };
}
