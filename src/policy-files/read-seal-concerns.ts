import { checkBytes } from "../policy/check-bytes.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import type { PolicyChange } from "../policy/diff/change.ts";
import { changesBetween, comparable } from "../policy/diff/comparable.ts";
import { clauseName, readableClauses } from "../policy/matrix/readable-policy.ts";
import { clauseReviews } from "../policy/review/clause-review.ts";
import { reviewedClauses } from "../policy/review/reviewed-clauses.ts";
import { type SealConcern, sealConcerns } from "../policy/review/seal-concerns.ts";
import { isGitProblem } from "./git/problem.ts";
import type { FileVersions } from "./git/versions.ts";
import type { PolicyFile } from "./read-policy-file.ts";
import { listReceipts } from "./receipts-file.ts";
import { readReview } from "./review-folder.ts";
import { findSealedVersion } from "./sealed-version.ts";

interface ConcernPlaces {
  /** Directory of the review. */
  readonly reviewFolder: string;
  /** Revision in git to compare values with, besides the last seal. */
  readonly baseline: string;
  readonly versions: FileVersions;
}

/** Reads the concerns of a signer before a seal; empty for a policy that cannot be sealed. */
export async function readSealConcerns(
  path: string,
  { check, bytes }: PolicyFile,
  { reviewFolder, baseline, versions }: ConcernPlaces,
): Promise<readonly SealConcern[]> {
  const { document } = check;
  if (check.policy === null || document === null || bytes === null) return [];
  const inGit = async (revision: string) => {
    const version = await versions.read(path, revision, bytes);
    return isGitProblem(version) || version.isSame ? null : version.bytes;
  };
  const head = listReceipts(path).at(-1);
  const sealed = head === undefined ? null : await findSealedVersion(path, head, versions);
  return sealConcerns({
    since: [
      { version: baseline, changes: await changesFrom(path, await inGit(baseline), check) },
      { version: "the last seal", changes: await changesFrom(path, sealed, check) },
    ],
    clauses: readableClauses(document.value).map(clauseName),
    reviews: clauseReviews(reviewedClauses(document.value), readReview(reviewFolder).entries),
    uncommitted: await uncommittedWhy(path, bytes, versions),
  });
}

async function changesFrom(
  path: string,
  older: Uint8Array | null,
  check: PolicyCheck,
): Promise<readonly PolicyChange[]> {
  if (older === null) return [];
  const both = comparable((await checkBytes(older, { file: path, schemaOnly: true })).check, check);
  return both === null ? [] : changesBetween(both);
}

async function uncommittedWhy(
  path: string,
  bytes: Uint8Array,
  versions: FileVersions,
): Promise<string | null> {
  const version = await versions.read(path, "HEAD", bytes);
  if (!isGitProblem(version)) return version.isSame ? null : "it differs from HEAD";
  return version.kind === "not-in-revision" ? version.why : null;
}
