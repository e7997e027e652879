import { serveWorkerCalls } from "../../../async/worker-calls.ts";
import { type FileChange, changeFile } from "../../../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../../../policy-files/errors.ts";
import { createFileVersions, type FileVersions } from "../../../policy-files/git/versions.ts";
import { checkPolicyFile, readPolicyFile, unreadFile } from "../../../policy-files/read-policy-file.ts";
import { readSeal } from "../../../policy-files/read-seal.ts";
import { readReview, removeEntry } from "../../../policy-files/review-folder.ts";
import { reviewerName } from "../../../policy-files/reviewer-name.ts";
import { type PolicyScan, scanPolicies } from "../../../policy-files/scan-policies.ts";
import { isFile } from "../../../policy-files/walk-folder.ts";
import { applyEdits } from "../../../policy/edit/apply-edits.ts";
import { fixPolicy } from "../../../policy/edit/fix-policy.ts";
import type { Edit } from "../../../policy/finding.ts";
import { policyFormat } from "../../../policy/read/format.ts";
import type { ReviewEntry } from "../../../policy/review/review-entry.ts";
import type { PolicySummary } from "../../../tables/policies.ts";
import { upstreamMethods } from "../upstream/thread-methods.ts";
import { makePage } from "./make-page.ts";
import { makeSummary } from "./make-summary.ts";
import { type MarkRequest, saveMark } from "./mark.ts";
import { createOlderVersions, pageDiff } from "./page-diff.ts";
import type { PolicyPage } from "./policy-page.ts";
import { reviewLocation } from "./review-location.ts";

export interface PolicyThreadData {
  /** Directory of the policies, where git is asked for the name of the reviewer. */
  readonly folder: string;
  /** Directory of the reviews; null if each is beside its policy. */
  readonly reviewFolder: string | null;
  /** Directory of the keys that sign receipts. */
  readonly keysDir: string;
}

export type PolicyMethods = ReturnType<typeof methods>;

/** Creates the methods of the worker thread. Checking 10 MB takes seconds and would block the interface. */
function methods({ folder, reviewFolder, keysDir }: PolicyThreadData) {
  const reviewOf = (path: string) => reviewLocation(path, reviewFolder);
  let name: Promise<string> | null = null;
  const reviewer = () => (name ??= reviewerName(folder));
  const versions = createFileVersions();
  const olderVersion = createOlderVersions(versions);

  async function summary(path: string): Promise<PolicySummary> {
    const { check, text } = await checkPolicyFile(path);
    const seal = await readSeal(path, { policy: check.policy, bytes: null }, keysDir);
    const head = await olderVersion(path, "HEAD", Buffer.from(text));
    return makeSummary(check, readReview(reviewOf(path)), seal.standing, pageDiff(check, head, "HEAD"));
  }

  return {
    scan: (folder: string) => scan(scanPolicies(folder, reviewOf), versions),
    async check(path: string): Promise<PolicyPage | null> {
      // The file was deleted since the scan, or is not a regular file.
      if (!isFile(path)) return null;
      const file = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
      const seal = await readSeal(path, { policy: file.check.policy, bytes: file.bytes }, keysDir);
      const head = await olderVersion(path, "HEAD", file.bytes);
      return makePage(path, file, { ...readReview(reviewOf(path)), reviewer: await reviewer() }, seal, head);
    },
    summaries: (paths: readonly string[]) => inTime(paths, (path) => (isFile(path) ? summary(path) : null)),
    fix,
    fixAll,
    ...upstreamMethods,
    restore: (path: string, sha256: string, text: string) => changeFile(path, sha256, () => text),
    mark: async (path: string, request: MarkRequest) =>
      saveMark(path, reviewOf(path), request, await reviewer()),
    unmark: (path: string, entry: ReviewEntry) => removeEntry(reviewOf(path), entry),
  };
}

/** Scan of a directory that knows the repositories of its files. */
export interface VersionedScan extends PolicyScan {
  /** Directories that change with a commit. */
  readonly repositories: readonly string[];
}

/** Adds the versions in HEAD to a scan: a commit changes the stamps of the files that it changes. */
async function scan(found: PolicyScan, versions: FileVersions): Promise<VersionedScan> {
  const repositories = versions.look(found.folders);
  const files = found.files.map(async (file) => ({
    ...file,
    stamp: `${file.stamp} ${await versions.stamp(file.path, "HEAD")}`,
  }));
  return { ...found, files: await Promise.all(files), repositories };
}

/** Time of one call in milliseconds, so that the call after it, for a page, waits little. */
const summariesMs = 30;

/** Calls a function with the first of the paths, as many as the time allows, and at least one. */
async function inTime<T>(
  paths: readonly string[],
  call: (path: string) => Promise<T> | T,
): Promise<readonly T[]> {
  const found: T[] = [];
  const endMs = performance.now() + summariesMs;
  for (const path of paths) {
    found.push(await call(path));
    if (performance.now() > endMs) break;
  }
  return found;
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
