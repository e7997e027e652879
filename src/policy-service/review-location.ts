import { basename, join } from "node:path";
import { reviewPath } from "../policy-files/review-folder.ts";

/**
 * Returns the path of a policy's review: in the review directory, or beside the policy if that is null.
 * Bundled policies have a review directory: an update replaces their own.
 */
export function reviewLocation(policyFile: string, reviewFolder: string | null): string {
  return reviewPath(reviewFolder === null ? policyFile : join(reviewFolder, basename(policyFile)));
}
