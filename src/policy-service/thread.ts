import { basename, join } from "node:path";
import { serveWorkerCalls } from "../async/worker-calls.ts";
import { proposalPath, receiptsPath, reviewPath } from "../policy-files/beside-policy.ts";
import { type DeletedPolicy, deletedPolicies } from "../policy-files/deleted-policies.ts";
import { isAbsent, isFile } from "../policy-files/file-stamp.ts";
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
import type { ReviewReading } from "../policy-files/review-folder.ts";
import { reviewerName } from "../policy-files/reviewer-name.ts";
import { type PolicyScan, scanPolicies } from "../policy-files/scan-policies.ts";
import { checkBytes } from "../policy/check-bytes.ts";
import { type SealState, unsealed } from "../policy/seal/seal-state.ts";
import type { PolicySummary } from "../policy/summary.ts";
import { viewsOf } from "./make-page.ts";
import { createOlderVersions, type OlderVersion } from "./page-diff.ts";
import { type CompareBase, type PolicyPage, revisionBase } from "./policy-page.ts";
import type { WhatIfMethods } from "./what-if-methods.ts";

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

  // Most policies have neither seal nor review, whose schemas and hashes take longer to load than the rest.
  async function sealOf(path: string, { check, bytes }: PolicyFile): Promise<SealState> {
    if (isAbsent(receiptsPath(path)) && isAbsent(proposalPath(path))) return unsealed;
    const { readSeal } = await import("../policy-files/read-seal.ts");
    return readSeal(path, { policy: check.policy, bytes }, keysDir);
  }

  async function reviewIn(path: string): Promise<ReviewReading> {
    if (isAbsent(path)) return { entries: [], problem: null };
    const { readReview } = await import("../policy-files/review-folder.ts");
    return readReview(path);
  }

  /** @param current content of the file now; null if it is unknown */
  async function read(path: string, file: PolicyFile, baseline: string, current: Uint8Array | null) {
    const seal = await sealOf(path, file);
    const version = await olderVersion(path, baseline, current);
    const review = await reviewIn(reviewOf(path));
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

  // Loaded on demand: a list of policies is shown sooner.
  const fixes = () => import("./fix-methods.ts");
  const upstream = async () => (await import("./upstream-methods.ts")).upstreamMethods;
  const seals = async () => (await import("./seal-methods.ts")).sealMethods(keysDir, versions, reviewOf);
  const reviews = async () =>
    (await import("./review-methods.ts")).reviewMethods(keysDir, reviewOf, reviewer);
  let trying: Promise<WhatIfMethods> | null = null;
  const whatIfs = () =>
    (trying ??= import("./what-if-methods.ts").then(({ whatIfMethods }) => whatIfMethods(pageOf)));

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
    folderChanges: loaded(async () => (await import("./folder-comparison.ts")).folderComparison),
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
    fix: loaded(async () => (await fixes()).fix),
    fixAll: loaded(async () => (await fixes()).fixAll),
    restore: loaded(async () => (await fixes()).restore),
    upstreamView: loaded(async () => (await upstream()).upstreamView),
    upstreamSave: loaded(async () => (await upstream()).upstreamSave),
    upstreamKeep: loaded(async () => (await upstream()).upstreamKeep),
    upstreamTake: loaded(async () => (await upstream()).upstreamTake),
    upstreamRemove: loaded(async () => (await upstream()).upstreamRemove),
    upstreamDiff: loaded(async () => (await upstream()).upstreamDiff),
    tryWhatIf: loaded(async () => (await whatIfs()).tryWhatIf),
    keepWhatIf: loaded(async () => (await whatIfs()).keepWhatIf),
    rewriteWhatIf: loaded(async () => (await whatIfs()).rewriteWhatIf),
    sealConcerns: loaded(async () => (await seals()).sealConcerns),
    sealKeys: loaded(async () => (await seals()).sealKeys),
    sealPropose: loaded(async () => (await seals()).sealPropose),
    sealSign: loaded(async () => (await seals()).sealSign),
    sealHistory: loaded(async () => (await seals()).sealHistory),
    sealProof: loaded(async () => (await seals()).sealProof),
    saveEntry: loaded(async () => (await reviews()).saveEntry),
    removeEntry: loaded(async () => (await reviews()).removeEntry),
    reviewReport: loaded(async () => (await reviews()).reviewReport),
  };
}

/** Creates a method whose code is loaded by its first call. */
function loaded<Args extends readonly unknown[], Result>(load: () => Promise<(...args: Args) => Result>) {
  return async (...args: Args): Promise<Awaited<Result>> => await (await load())(...args);
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

/**
 * Returns the path of a policy's review: in the review directory, or beside the policy if that is null.
 * Bundled policies have a review directory: an update replaces their own.
 */
function reviewLocation(policyFile: string, reviewFolder: string | null): string {
  return reviewPath(reviewFolder === null ? policyFile : join(reviewFolder, basename(policyFile)));
}

serveWorkerCalls(methods);
