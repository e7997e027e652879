import { dirname, join, posix, resolve, sep } from "node:path";
import { checkBytes } from "../policy/check-bytes.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import type { PolicyChange } from "../policy/diff/change.ts";
import { diffPolicies } from "../policy/diff/diff-policies.ts";
import { firstError, nameOf } from "../policy/report/checked-text.ts";
import type { OlderSource } from "../policy/report/review/reported-changes.ts";
import { type ReviewReport, reviewReport } from "../policy/report/review/review-report.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import type { SealState } from "../policy/seal/seal-state.ts";
import { sha256Of } from "./change-file.ts";
import { PolicyHasErrorsError, VersionUnreadableError } from "./errors.ts";
import { isGitProblem } from "./git/problem.ts";
import { findRepository, pathInRepository } from "./git/repository.ts";
import { resolveRevision } from "./git/resolve-revision.ts";
import { createFileVersions, type FileVersions } from "./git/versions.ts";
import { readPolicyFile } from "./read-policy-file.ts";
import { readSeal } from "./read-seal.ts";
import { listReceipts } from "./receipts-file.ts";
import { readReview } from "./review-folder.ts";
import { findSealedVersion } from "./sealed-version.ts";

/** Report of a review. */
export interface ReadReport {
  readonly report: ReviewReport;
  /** Reason for an incomplete report: an invalid policy or review; null for a complete one. */
  readonly problem: string | null;
}

/** Places that a report is read from. */
interface ReportPlaces {
  /** Directory of the review. */
  readonly reviewFolder: string;
  /** Directory of the keys of nodes. */
  readonly keysDir: string;
  /** Revision in git that must have the policy, unless the file is new; null for HEAD, if it exists. */
  readonly revision: string | null;
}

/**
 * Reads a policy, its review, its older version and its receipts, and creates the report of its review. Names the
 * file by its path in the repository, the same on every machine.
 * @throws {PolicyUnreadableError} the file cannot be read
 * @throws {PolicyHasErrorsError} it cannot be parsed
 * @throws {VersionUnreadableError} git does not have the revision
 */
export async function readReviewReport(
  path: string,
  { reviewFolder, keysDir, revision }: ReportPlaces,
): Promise<ReadReport> {
  const { check, bytes } = await readPolicyFile(path);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${nameOf(check)} cannot be read`, why: firstError(check) });
  }
  const { entries, problem } = readReview(reviewFolder);
  const state = await readSeal(path, { policy: check.policy, bytes }, keysDir);
  const receipts = listReceipts(path);
  const versions = createFileVersions();
  try {
    const report = reviewReport({
      check: { ...check, file: pathInRepository(path) },
      sha256: bytes === null ? null : sha256Of(bytes),
      entries,
      problem,
      older: await readOlder(path, revision, bytes, versions),
      seal: {
        state: { ...state, problem: withoutFolders(state.problem, [dirname(path), keysDir]) },
        receipts,
        changes: await changesSince(path, receipts, check, state, versions),
      },
    });
    const problems = [
      ...(check.valid ? [] : [`the policy has errors: ${firstError(check)}`]),
      ...(problem === null ? [] : [`a part of the review cannot be read: ${problem}`]),
    ];
    return { report, problem: problems.length === 0 ? null : problems.join("; ") };
  } finally {
    versions.close();
  }
}

/** Shortens the paths of files in a message to their names. */
function withoutFolders(message: string | null, folders: readonly string[]): string | null {
  return folders.reduce((text, folder) => text?.replaceAll(join(folder, sep), "") ?? null, message);
}

/** Reads the version of a policy in a revision, or the reason for its absence. */
async function readOlder(
  path: string,
  revision: string | null,
  bytes: Uint8Array | null,
  versions: FileVersions,
): Promise<OlderSource> {
  const name = revision ?? "HEAD";
  const repository = findRepository(dirname(resolve(path)));
  const commit =
    repository === null
      ? { kind: "no-repository" as const, why: "it is not in a git repository" }
      : await resolveRevision(repository.top, name, "commit");
  if (typeof commit === "string") {
    // Read by hash: another program may commit meanwhile.
    const version = await versions.read(resolve(path), commit, bytes);
    if (!isGitProblem(version)) {
      const { check } = await checkBytes(version.bytes, { file: path, schemaOnly: true });
      const { renamedFrom } = version;
      return {
        revision: name,
        commit,
        version: check,
        renamedFrom: renamedFrom === null ? null : inRepository(path, renamedFrom),
      };
    }
    const isNew = version.kind === "not-in-revision";
    return { revision: name, commit, version: isNew ? "none" : { why: version.why } };
  }
  if (revision === null) return { revision: name, commit: null, version: { why: commit.why } };
  throw new VersionUnreadableError({
    what: `${path} cannot be compared with ${revision}`,
    why: commit.why,
    hint:
      commit.kind === "no-revision"
        ? "Check its name; a shallow clone needs git fetch --unshallow"
        : "Leave out the revision",
  });
}

/** Returns the repository path of a file named relative to another file's directory. */
function inRepository(path: string, name: string): string {
  return posix.join(dirname(pathInRepository(path)), name.replaceAll(sep, "/"));
}

/**
 * Returns the changes of a policy since its last receipt, by clause and field; null without changes, or if git lacks
 * the sealed version.
 */
async function changesSince(
  path: string,
  receipts: readonly Receipt[],
  { policy }: PolicyCheck,
  { standing }: SealState,
  versions: FileVersions,
): Promise<readonly PolicyChange[] | null> {
  const head = receipts.at(-1);
  if (standing !== "changed" || head === undefined || policy === null) return null;
  const sealed = await findSealedVersion(path, head, versions);
  const older = sealed === null ? null : (await checkBytes(sealed, { file: path })).check.policy;
  return older === null ? null : diffPolicies(older, policy).changes;
}
