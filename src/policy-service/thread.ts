import { basename, join } from "node:path";
import { serveWorkerCalls } from "../async/worker-calls.ts";
import { type FileChange, changeFile } from "../policy-files/change-file.ts";
import { type DeletedPolicy, deletedPolicies } from "../policy-files/deleted-policies.ts";
import { PolicyNotChangedError } from "../policy-files/errors.ts";
import { isFile } from "../policy-files/file-stamp.ts";
import { type KnownRevision, listRevisions } from "../policy-files/git/list-revisions.ts";
import { isGitProblem } from "../policy-files/git/problem.ts";
import { findCommit } from "../policy-files/git/resolve-revision.ts";
import { createUnmergedCommits } from "../policy-files/git/unmerged-commits.ts";
import { createFileVersions, type FileVersions } from "../policy-files/git/versions.ts";
import {
  checkPolicyFile,
  type PolicyFile,
  readPolicyFile,
  unreadFile,
} from "../policy-files/read-policy-file.ts";
import { readReviewReport } from "../policy-files/read-review-report.ts";
import { readSeal } from "../policy-files/read-seal.ts";
import { readReview, removeEntry, reviewPath } from "../policy-files/review-folder.ts";
import { reviewerName } from "../policy-files/reviewer-name.ts";
import { type PolicyScan, scanPolicies } from "../policy-files/scan-policies.ts";
import { checkBytes } from "../policy/check-bytes.ts";
import { applyEdits } from "../policy/edit/apply-edits.ts";
import { fixPolicy } from "../policy/edit/fix-policy.ts";
import type { Edit } from "../policy/finding.ts";
import { policyFormat } from "../policy/read/format.ts";
import { type ReviewFormatName, reviewFormats } from "../policy/report/review/formats.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import type { PolicySummary } from "../policy/summary.ts";
import { folderComparison } from "./folder-comparison.ts";
import { viewsOf } from "./make-page.ts";
import { createOlderVersions, type OlderVersion } from "./page-diff.ts";
import { type CompareBase, type PolicyPage, revisionBase } from "./policy-page.ts";
import { type EntryRequest, saveEntry } from "./save-entry.ts";
import { sealMethods } from "./seal-methods.ts";
import { upstreamMethods } from "./upstream-methods.ts";
import { whatIfMethods } from "./what-if-methods.ts";

export interface PolicyThreadData {
  /** Directory of the policies, in which git knows the name of the reviewer. */
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
  /**
   * Asks git for the name again, because it may have changed. A trial, run while a key is held, uses the last one.
   */
  const reviewer = () => (name = reviewerName(folder));
  const versions = createFileVersions();
  const olderVersion = createOlderVersions(versions);

  /** @param current content of the file now; null if it is unknown */
  async function read(path: string, file: PolicyFile, baseline: string, current: Uint8Array | null) {
    const seal = await readSeal(path, { policy: file.check.policy, bytes: file.bytes }, keysDir);
    const version = await olderVersion(path, baseline, current);
    const review = readReview(reviewOf(path));
    return viewsOf({ path, file, review, seal, baseline: { base: revisionBase(baseline), version } });
  }

  async function summary(path: string, baseline: string): Promise<PolicySummary> {
    const { check, text } = await checkPolicyFile(path);
    return (await read(path, { check, text, bytes: null }, baseline, Buffer.from(text))).summary();
  }

  async function pageOf(
    path: string,
    file: PolicyFile,
    base: CompareBase | null,
    baseline: string,
  ): Promise<PolicyPage> {
    const views = await read(path, file, baseline, file.bytes);
    const other = base === null ? null : { base, version: await baseVersion(path, base, file.bytes) };
    return views.page(await (name ?? reviewer()), other);
  }

  async function baseVersion(
    path: string,
    base: CompareBase,
    bytes: Uint8Array | null,
  ): Promise<OlderVersion> {
    if (base.kind === "revision") return olderVersion(path, base.name, bytes);
    return { ...(await checkPolicyFile(base.path)), isOtherFile: true };
  }

  return {
    scan: (folder: string, baseline: string) =>
      scan(folder, scanPolicies(folder, reviewOf), versions, baseline),
    /**
     * Checks a file; returns null if the path is no file.
     * @param base version to compare the page with; null for the baseline
     */
    async check(path: string, base: CompareBase | null, baseline: string): Promise<PolicyPage | null> {
      // The file was deleted since the scan, or is not a regular file.
      if (!isFile(path)) return null;
      // Answered while the file is checked.
      void reviewer();
      const file = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
      return pageOf(path, file, base, baseline);
    },
    /** Returns the page of a deleted policy in the baseline; null if git lacks it. */
    async deleted(path: string, baseline: string): Promise<PolicyPage | null> {
      const version = await versions.read(path, baseline, null);
      if (isGitProblem(version)) return null;
      const checked = await checkBytes(version.bytes, { file: path });
      return pageOf(path, { ...checked, bytes: version.bytes }, null, baseline);
    },
    folderChanges: folderComparison,
    /** Counts the commits of a directory missing on the main branch; null for none, or without a repository. */
    unmerged: createUnmergedCommits(),
    /** Lists the revisions of git to compare a policy or a directory with; empty without a repository. */
    revisions: (path: string): Promise<readonly KnownRevision[]> => listRevisions(path),
    /** Returns the reason why git lacks a revision of a directory, or null. */
    async revisionProblem(folder: string, revision: string): Promise<string | null> {
      const commit = await findCommit(folder, revision);
      return typeof commit === "string" ? null : commit.why;
    },
    /**
     * Checks these files for about 80 ms and returns the summary of each checked one; null for a path that is no
     * file.
     */
    summaries: (paths: readonly string[], baseline: string) =>
      inTime(paths, (path) => (isFile(path) ? summary(path, baseline) : null)),
    fix,
    fixAll,
    ...upstreamMethods,
    ...whatIfMethods(pageOf),
    ...sealMethods(keysDir, versions, reviewOf),
    /** Restores the text of a file whose content still has this hash. @throws {PolicyNotChangedError} */
    restore: (path: string, sha256: string, text: string) => changeFile(path, sha256, () => text),
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
    removeEntry: (path: string, entry: ReviewEntry) => removeEntry(reviewOf(path), entry),
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

/** Scan of a directory with the repositories of its files. */
export interface VersionedScan extends PolicyScan {
  /** Directories that change with a commit. */
  readonly repositories: readonly string[];
  /** Deleted policies of the baseline in the directory, at most 100. */
  readonly deleted: readonly DeletedPolicy[];
}

const maxDeleted = 100;

/**
 * Adds the baseline versions to a scan: a commit changes the stamps of its files, another baseline those of all.
 */
async function scan(
  folder: string,
  found: PolicyScan,
  versions: FileVersions,
  baseline: string,
): Promise<VersionedScan> {
  const repositories = versions.look(found.folders);
  const files = found.files.map(async (file) => ({
    ...file,
    stamp: `${file.stamp} ${baseline} ${await versions.stamp(file.path, baseline)}`,
  }));
  // A directory that cannot be read says so itself.
  const paths = found.files.map(({ path }) => path);
  const deleted = found.problem === null ? await deletedPolicies(folder, paths, versions, baseline) : [];
  return {
    ...found,
    files: await Promise.all(files),
    repositories,
    deleted: deleted.slice(0, maxDeleted),
    isCut: found.isCut || deleted.length > maxDeleted,
  };
}

/** Time of one call in milliseconds: the delay of the next call, for a page, and the interval of redraws. */
const summariesMs = 80;

/** Calls a function with the first paths, for the given time and at least once. */
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

/** Applies edits to a file whose content still has this hash. @throws {PolicyNotChangedError} */
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

/**
 * Applies all safe fixes to a file whose content still has this hash, as `policy fix` does.
 * @returns also the titles of the fixes, at least one
 * @throws {PolicyNotChangedError}
 */
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

/**
 * Returns the path of a policy's review: in the review directory, or beside the policy if that is null.
 * Bundled policies have a review directory: an update replaces their own.
 */
function reviewLocation(policyFile: string, reviewFolder: string | null): string {
  return reviewPath(reviewFolder === null ? policyFile : join(reviewFolder, basename(policyFile)));
}

serveWorkerCalls(methods);
