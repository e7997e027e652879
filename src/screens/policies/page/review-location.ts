import { basename, join } from "node:path";
import { reviewPath } from "../../../policy-files/review-file.ts";

/**
 * Returns the path of a policy's review: next to the policy, or in a folder for bundled policies, whose own
 * folder an update replaces.
 */
export function reviewLocation(policyFile: string, reviewFolder: string | null): string {
  return reviewPath(reviewFolder === null ? policyFile : join(reviewFolder, basename(policyFile)));
}
