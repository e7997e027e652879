import { serveWorkerCalls } from "../../../async/worker-calls.ts";
import { type FileChange, changeFile } from "../../../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../../../policy-files/errors.ts";
import { checkPolicyFile, readPolicyFile, unreadFile } from "../../../policy-files/read-policy-file.ts";
import { readSeal } from "../../../policy-files/read-seal.ts";
import { changeReview, readReview } from "../../../policy-files/review-file.ts";
import { scanPolicies } from "../../../policy-files/scan-policies.ts";
import { isFile } from "../../../policy-files/walk-folder.ts";
import { applyEdits } from "../../../policy/edit/apply-edits.ts";
import { fixPolicy } from "../../../policy/edit/fix-policy.ts";
import type { Edit } from "../../../policy/finding.ts";
import { policyFormat } from "../../../policy/read/format.ts";
import { type Mark, type ReviewedClause, withMark } from "../../../policy/review/marks.ts";
import type { PolicySummary } from "../../../tables/policies.ts";
import { makePage } from "./make-page.ts";
import { makeSummary } from "./make-summary.ts";
import type { PolicyPage } from "./policy-page.ts";
import { reviewLocation } from "./review-location.ts";

export interface PolicyThreadData {
  /** Directory of the reviews; null if each is beside its policy. */
  readonly reviewFolder: string | null;
  /** Directory of the keys that sign receipts. */
  readonly keysDir: string;
}

export type PolicyMethods = ReturnType<typeof methods>;

/** Creates the methods of the worker thread. Checking 10 MB takes seconds and would block the interface. */
function methods({ reviewFolder, keysDir }: PolicyThreadData) {
  const reviewOf = (path: string) => reviewLocation(path, reviewFolder);
  return {
    scan: (folder: string) => scanPolicies(folder, reviewOf),
    check: (path: string) => check(path, reviewOf(path), keysDir),
    summaries: (paths: readonly string[]) => summaries(paths, reviewOf, keysDir),
    fix,
    fixAll,
    restore: (path: string, sha256: string, text: string) => changeFile(path, sha256, () => text),
    mark: (path: string, mark: Mark, clauses: readonly ReviewedClause[]) =>
      changeReview(reviewOf(path), (marks) => withMark(marks, mark, clauses), Date.parse(mark.at)),
  };
}

async function check(
  path: string,
  reviewPath: ReturnType<typeof reviewLocation>,
  keysDir: string,
): Promise<PolicyPage | null> {
  // The file was deleted since the scan, or is not a regular file.
  if (!isFile(path)) return null;
  const file = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
  const seal = await readSeal(path, { policy: file.check.policy, bytes: file.bytes }, keysDir);
  return makePage(path, file, readReview(reviewPath), seal);
}

/** Time of one call in milliseconds, so that the call after it, for a page, waits little. */
const summariesMs = 30;

/** Checks the first of the files, as many as the time allows, and at least one. */
async function summaries(
  paths: readonly string[],
  reviewOf: (path: string) => string,
  keysDir: string,
): Promise<readonly (PolicySummary | null)[]> {
  const found: (PolicySummary | null)[] = [];
  const endMs = performance.now() + summariesMs;
  for (const path of paths) {
    found.push(isFile(path) ? await summary(path, reviewOf(path), keysDir) : null);
    if (performance.now() > endMs) break;
  }
  return found;
}

async function summary(path: string, reviewPath: string, keysDir: string): Promise<PolicySummary> {
  const { check: checked } = await checkPolicyFile(path);
  const seal = await readSeal(path, { policy: checked.policy, bytes: null }, keysDir);
  return makeSummary(checked, readReview(reviewPath), seal.standing);
}

function fix(path: string, sha256: string, edits: readonly Edit[]): FileChange {
  return changeFile(path, sha256, (text) => {
    const edited = applyEdits(text, edits, policyFormat(text, path));
    if (edited.ok) return edited.text;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: edited.why,
      hint: "Edit the file in an editor",
    });
  });
}

function fixAll(path: string, sha256: string): FileChange & { readonly titles: readonly string[] } {
  const titles: string[] = [];
  const change = changeFile(path, sha256, (text) => {
    const { text: mended, fixed } = fixPolicy(text, { file: path });
    if (fixed.length === 0) {
      throw new PolicyNotChangedError({
        what: `${path} was not written`,
        why: "no safe fix can be applied to its layout",
        hint: "Edit the file in an editor",
      });
    }
    titles.push(...fixed.map(({ fix }) => fix.title));
    return mended;
  });
  return { ...change, titles };
}

serveWorkerCalls(methods);
