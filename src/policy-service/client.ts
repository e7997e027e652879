import { threadFile } from "../async/thread-file.ts";
import { createWorkerCalls } from "../async/worker-calls.ts";
import type { FileChange } from "../policy-files/change-file.ts";
import { PolicyThreadGoneError } from "../policy-files/errors.ts";
import type { KnownRevision } from "../policy-files/git/list-revisions.ts";
import type { UnmergedCommits } from "../policy-files/git/unmerged-commits.ts";
import type { WhatIf } from "../policy/edit/what-if.ts";
import type { Edit } from "../policy/finding.ts";
import type { ReportFormat } from "../policy/report/review/report-formats.ts";
import type { ReviewEntry } from "../policy/review/review-entry.ts";
import type { PolicySummary } from "../policy/summary.ts";
import type { FolderComparison } from "./folder-comparison.ts";
import type { MarkRequest, SavedMark } from "./mark.ts";
import { type CompareBase, head, type PolicyPage } from "./policy-page.ts";
import type { SealThread } from "./seal-thread.ts";
import type { PolicyMethods, PolicyThreadData, VersionedScan } from "./thread.ts";
import type { UpstreamThread } from "./upstream-thread.ts";
import type { TriedPage } from "./what-if-methods.ts";

/** Client of the worker thread that reads, checks and changes policies, one call at a time. */
export interface PolicyThread extends UpstreamThread, SealThread {
  scan(folder: string): Promise<VersionedScan>;
  /**
   * Resolves with null if the path is not that of a file.
   * @param base version that the page is compared with. @default the baseline
   */
  check(path: string, base?: CompareBase | null): Promise<PolicyPage | null>;
  /** Resolves with the page that a deleted policy has in the baseline; null if git does not give it. */
  deleted(path: string): Promise<PolicyPage | null>;
  /** Compares the policies of a directory with a revision. @throws {PolicyUnreadableError} a directory is not readable */
  folderChanges(folder: string, revision: string): Promise<FolderComparison>;
  /** Counts the commits that change a directory and are not on the main branch; null for none, or without a repository. */
  unmerged(folder: string): Promise<UnmergedCommits | null>;
  /** Lists the revisions of git to compare a policy or a directory with; empty without a repository. */
  revisions(path: string): Promise<readonly KnownRevision[]>;
  /** Resolves with the reason that git does not give a revision of a directory; null if it does. */
  revisionProblem(folder: string, revision: string): Promise<string | null>;
  /**
   * Checks the first of these files, as many as take about 80 ms, and resolves with the summary of each; null if the
   * path is not that of a file.
   */
  summaries(paths: readonly string[]): Promise<readonly (PolicySummary | null)[]>;
  /**
   * Applies edits to a file whose content still has this hash.
   * @throws {PolicyNotChangedError}
   */
  fix(path: string, sha256: string, edits: readonly Edit[]): Promise<FileChange>;
  /**
   * Applies all safe fixes to a file whose content still has this hash, as `policy fix` does.
   * @returns also the titles of the fixes, at least one
   * @throws {PolicyNotChangedError}
   */
  fixAll(path: string, sha256: string): Promise<FileChange & { readonly titles: readonly string[] }>;
  /**
   * Restores the text of a file whose content still has this hash.
   * @throws {PolicyNotChangedError}
   */
  restore(path: string, sha256: string, text: string): Promise<FileChange>;
  /**
   * Adds an entry to the review of a policy. Approves a clause only if it still has the approved content.
   * @throws {ReviewNotKeptError}
   */
  mark(path: string, request: MarkRequest): Promise<SavedMark>;
  /** Removes an entry that `mark` added. @throws {ReviewNotKeptError} */
  unmark(path: string, entry: ReviewEntry): Promise<void>;
  /**
   * Formats the report of a policy's review.
   * @param revision version whose differences are listed; null for HEAD
   * @returns also the reason that it is incomplete; null if it is whole
   * @throws {PolicyUnreadableError | PolicyHasErrorsError | VersionUnreadableError}
   */
  reviewReport(
    path: string,
    revision: string | null,
    format: ReportFormat,
  ): Promise<{ readonly text: string; readonly problem: string | null }>;
  /**
   * Makes the page of a policy with changes, and writes nothing; null if the path is not that of a file. Skips
   * changes that do not apply.
   * @param base version that the page is compared with; null for the baseline
   */
  tryWhatIf(path: string, changes: readonly WhatIf[], base: CompareBase | null): Promise<TriedPage | null>;
  /**
   * Writes changes to a file whose content still has this hash.
   * @throws {PolicyNotChangedError} also if one of them does not apply
   */
  keepWhatIf(path: string, sha256: string, changes: readonly WhatIf[]): Promise<FileChange>;
  /**
   * Writes changes of a deleted file's last text, unless a file has its name again.
   * @param sha256 SHA-256 of its last content in hex
   * @throws {PolicyNotChangedError} also if one of them does not apply
   */
  rewriteWhatIf(path: string, sha256: string, last: string, changes: readonly WhatIf[]): Promise<FileChange>;
  close(): Promise<void>;
}

/**
 * Creates the client. The first call starts the thread.
 * @param baseline returns the revision that policies are compared with; each call sends it. @default HEAD
 */
export function policyThread(data: PolicyThreadData, baseline: () => string = () => head.name): PolicyThread {
  const thread = createWorkerCalls<PolicyMethods>({
    name: "hooklens policies",
    file: threadFile("policies", "policy-service/thread.ts"),
    data,
    goneError: (why, cause) =>
      new PolicyThreadGoneError({ what: "the policy checker has stopped", why, cause }),
  });
  return {
    scan: (folder) => thread.call("scan", folder, baseline()),
    check: (path, base = null) => thread.call("check", path, base, baseline()),
    deleted: (path) => thread.call("deleted", path, baseline()),
    folderChanges: (folder, revision) => thread.call("folderChanges", folder, revision),
    unmerged: (folder) => thread.call("unmerged", folder),
    revisions: (path) => thread.call("revisions", path),
    revisionProblem: (folder, revision) => thread.call("revisionProblem", folder, revision),
    summaries: (paths) => thread.call("summaries", paths, baseline()),
    fix: (path, sha256, edits) => thread.call("fix", path, sha256, edits),
    fixAll: (path, sha256) => thread.call("fixAll", path, sha256),
    restore: (path, sha256, text) => thread.call("restore", path, sha256, text),
    mark: (path, request) => thread.call("mark", path, request),
    unmark: (path, entry) => thread.call("unmark", path, entry),
    reviewReport: (path, revision, format) => thread.call("reviewReport", path, revision, format),
    upstreamView: (place) => thread.call("upstreamView", place),
    upstreamSave: (place, downloaded) => thread.call("upstreamSave", place, downloaded),
    upstreamKeep: (place, name, isKept) => thread.call("upstreamKeep", place, name, isKept),
    upstreamTake: (place, document) => thread.call("upstreamTake", place, document),
    upstreamRemove: (path, sha256) => thread.call("upstreamRemove", path, sha256),
    upstreamDiff: (place, document) => thread.call("upstreamDiff", place, document),
    tryWhatIf: (path, changes, base) => thread.call("tryWhatIf", path, changes, base, baseline()),
    keepWhatIf: (path, sha256, changes) => thread.call("keepWhatIf", path, sha256, changes),
    rewriteWhatIf: (path, sha256, last, changes) => thread.call("rewriteWhatIf", path, sha256, last, changes),
    sealConcerns: (path) => thread.call("sealConcerns", path, baseline()),
    sealKeys: (nodes) => thread.call("sealKeys", nodes),
    sealPropose: (path, sha256, replace) => thread.call("sealPropose", path, sha256, replace),
    sealSign: (path, sha256, node) => thread.call("sealSign", path, sha256, node),
    sealHistory: (path, clauseId) => thread.call("sealHistory", path, clauseId),
    sealProof: (path, clauseId) => thread.call("sealProof", path, clauseId),
    close: () => thread.close(),
  };
}
