import { basename, join } from "node:path";
import { reviewPath } from "../../policy-files/review-file.ts";

/**
 * Where the review of a policy is kept: beside it, or in a folder for those that have no place of their own (the policies that come
 * with hooklens: an update would take their folder away).
 */
export function reviewPlace(policyFile: string, reviewFolder: string | null): string {
  return reviewPath(reviewFolder === null ? policyFile : join(reviewFolder, basename(policyFile)));
}
