import { checkBytes } from "../policy/check-bytes.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import type { PolicyChange } from "../policy/diff/change.ts";
import { diffPolicies } from "../policy/diff/diff-policies.ts";
import { firstError, nameOf } from "../policy/report/checked-text.ts";
import { type ReviewReport, reviewReport } from "../policy/report/review/review-report.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import type { SealState } from "../policy/seal/seal-state.ts";
import { sha256Of } from "./change-file.ts";
import { PolicyHasErrorsError } from "./errors.ts";
import { createFileVersions } from "./git/versions.ts";
import { readPolicyFile } from "./read-policy-file.ts";
import { readSeal } from "./read-seal.ts";
import { listReceipts } from "./receipts-file.ts";
import { readReview } from "./review-folder.ts";
import { findSealedVersion } from "./sealed-version.ts";

/** Report of a review. */
export interface ReadReport {
  readonly report: ReviewReport;
  /** Reason that the report is not of a whole, valid policy and review; null if it is. */
  readonly problem: string | null;
}

/**
 * Reads a policy, its review and its receipts, and creates the report of its review.
 * @param reviewFolder directory of the review
 * @param keysDir directory of the keys of nodes
 * @throws {PolicyUnreadableError} the file cannot be read
 * @throws {PolicyHasErrorsError} it cannot be parsed
 */
export async function readReviewReport(
  path: string,
  reviewFolder: string,
  keysDir: string,
): Promise<ReadReport> {
  const { check, bytes } = await readPolicyFile(path);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${nameOf(check)} cannot be read`, why: firstError(check) });
  }
  const { entries, problem } = readReview(reviewFolder);
  const state = await readSeal(path, { policy: check.policy, bytes }, keysDir);
  const receipts = listReceipts(path);
  const report = reviewReport({
    check,
    sha256: bytes === null ? null : sha256Of(bytes),
    entries,
    problem,
    seal: { state, receipts, changes: await changesSince(path, receipts, check, state) },
  });
  const problems = [
    ...(check.valid ? [] : [`the policy has errors: ${firstError(check)}`]),
    ...(problem === null ? [] : [`a part of the review cannot be read: ${problem}`]),
  ];
  return { report, problem: problems.length === 0 ? null : problems.join("; ") };
}

/**
 * Returns the changes of a policy since its last receipt by clause and field; null if there are none, or if git does
 * not have the version that was sealed.
 */
async function changesSince(
  path: string,
  receipts: readonly Receipt[],
  { policy }: PolicyCheck,
  { standing }: SealState,
): Promise<readonly PolicyChange[] | null> {
  const head = receipts.at(-1);
  if (standing !== "changed" || head === undefined || policy === null) return null;
  const versions = createFileVersions();
  try {
    const sealed = await findSealedVersion(path, head, versions);
    const older = sealed === null ? null : (await checkBytes(sealed, { file: path })).check.policy;
    return older === null ? null : diffPolicies(older, policy).changes;
  } finally {
    versions.close();
  }
}
