import { threadFile } from "../../../async/thread-file.ts";
import { createWorkerCalls } from "../../../async/worker-calls.ts";
import type { FileChange } from "../../../policy-files/change-file.ts";
import { PolicyThreadGoneError } from "../../../policy-files/errors.ts";
import type { Edit } from "../../../policy/finding.ts";
import type { ReviewEntry } from "../../../policy/review/review-entry.ts";
import type { PolicySummary } from "../../../tables/policies.ts";
import type { UpstreamThread } from "../upstream/upstream-thread.ts";
import type { MarkRequest, SavedMark } from "./mark.ts";
import type { PolicyPage } from "./policy-page.ts";
import type { PolicyMethods, PolicyThreadData, VersionedScan } from "./thread.ts";

/** Client of the worker thread that reads, checks and changes policies, one call at a time. */
export interface PolicyThread extends UpstreamThread {
  scan(folder: string): Promise<VersionedScan>;
  /** Resolves with null if the path is not that of a file. */
  check(path: string): Promise<PolicyPage | null>;
  /**
   * Checks the first of these files, as many as take about 30 ms, and resolves with the summary of each; null if the
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
  close(): Promise<void>;
}

/** Creates the client. The first call starts the thread. */
export function policyThread(data: PolicyThreadData): PolicyThread {
  const thread = createWorkerCalls<PolicyMethods>({
    name: "hooklens policies",
    file: threadFile("policies", "screens/policies/page/thread.ts"),
    data,
    goneError: (why, cause) =>
      new PolicyThreadGoneError({ what: "the policy checker has stopped", why, cause }),
  });
  return {
    scan: (folder) => thread.call("scan", folder),
    check: (path) => thread.call("check", path),
    summaries: (paths) => thread.call("summaries", paths),
    fix: (path, sha256, edits) => thread.call("fix", path, sha256, edits),
    fixAll: (path, sha256) => thread.call("fixAll", path, sha256),
    restore: (path, sha256, text) => thread.call("restore", path, sha256, text),
    mark: (path, request) => thread.call("mark", path, request),
    unmark: (path, entry) => thread.call("unmark", path, entry),
    upstreamView: (place) => thread.call("upstreamView", place),
    upstreamSave: (place, downloaded) => thread.call("upstreamSave", place, downloaded),
    upstreamKeep: (place, name, isKept) => thread.call("upstreamKeep", place, name, isKept),
    upstreamTake: (place, document) => thread.call("upstreamTake", place, document),
    upstreamRemove: (path, sha256) => thread.call("upstreamRemove", path, sha256),
    upstreamDiff: (place, document) => thread.call("upstreamDiff", place, document),
    close: () => thread.close(),
  };
}
