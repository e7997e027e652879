import { dirname, join, resolve } from "node:path";
import { checkBytes } from "../policy/check-bytes.ts";
import { changesBetween, comparable } from "../policy/diff/comparable.ts";
import { firstError } from "../policy/report/checked-text.ts";
import type { ComparedPolicy } from "../policy/report/compared-policies.ts";
import { deletedPolicies } from "./deleted-policies.ts";
import { unreadable } from "./failure-reason.ts";
import { noPolicyIn } from "./find-policies.ts";
import { type GitProblem, isGitProblem } from "./git/problem.ts";
import { findCommit } from "./git/resolve-revision.ts";
import { createFileVersions, type FileVersions } from "./git/versions.ts";
import { readPolicyFile, unreadFile } from "./read-policy-file.ts";
import { walkFolder } from "./walk-folder.ts";

/** Comparison of a directory with a revision. */
export interface FolderDifference {
  /** Policies that differ, the most urgent first. */
  readonly changes: readonly ComparedPolicy[];
  /** Paths of the unchanged policies with errors. */
  readonly sameWithErrors: readonly string[];
}

/**
 * Compares the policies of a directory and its subdirectories with a revision. Returns the differences, or the reason
 * for git's failure.
 * @throws {PolicyUnreadableError} a directory is not readable
 * @throws {NotFoundError} neither the directory nor the revision has a policy in it
 */
export async function readFolderChanges(
  folder: string,
  revision: string,
): Promise<FolderDifference | GitProblem> {
  const commit = await findCommit(folder, revision);
  if (typeof commit !== "string") return commit;
  const versions = createFileVersions();
  const { changes, sameWithErrors } = await readChanges(folder, revision, versions).finally(() =>
    versions.close(),
  );
  return { changes: changes.toSorted((one, other) => rank(one) - rank(other)), sameWithErrors };
}

async function readChanges(
  folder: string,
  revision: string,
  versions: FileVersions,
): Promise<FolderDifference> {
  const { files, folders, skipped, unread } = walkFolder(folder);
  for (const [each, cause] of unread) throw unreadable(`the directory ${each}`, cause);
  versions.look(folders.map((each) => resolve(each)));
  const changes: ComparedPolicy[] = [];
  const sameWithErrors: string[] = [];
  for (const file of files) {
    const change = await readChange(file, revision, versions);
    if (change === "same with errors") sameWithErrors.push(file);
    else if (change !== "same") changes.push(change);
  }
  const paths = files.map((each) => resolve(each));
  const deleted = await deletedPolicies(resolve(folder), paths, versions, revision);
  // An empty comparison would look like one without changes.
  if (files.length + skipped.length + deleted.length === 0) throw noPolicyIn(folder);
  const all = [
    ...changes,
    ...skipped.map(({ path, why }): ComparedPolicy => ({
      old: null,
      new: path,
      kind: "unreadable",
      weakened: false,
      changes: [],
      problem: why,
    })),
    ...deleted.map(({ name }): ComparedPolicy => ({
      old: `${revision}:${join(folder, name)}`,
      new: null,
      kind: "deleted",
      weakened: true,
      changes: [],
      problem: null,
    })),
  ];
  return { changes: all, sameWithErrors };
}

/** Compares a policy with its version in a revision. */
async function readChange(
  path: string,
  revision: string,
  versions: FileVersions,
): Promise<ComparedPolicy | "same" | "same with errors"> {
  const { check, bytes } = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
  const version = await versions.read(resolve(path), revision, bytes);
  const faults = check.policy === null ? `it has errors (${firstError(check)})` : null;
  const none = { new: path, weakened: false, changes: [], problem: faults } as const;
  if (isGitProblem(version)) {
    return version.kind === "not-in-revision"
      ? { ...none, old: null, kind: "new" }
      : { ...none, old: `${revision}:${path}`, kind: "unreadable", problem: version.why };
  }
  const { renamedFrom, isSame } = version;
  const isRenamed = renamedFrom !== null;
  if (isSame && !isRenamed) return faults === null ? "same" : "same with errors";
  const old = `${revision}:${isRenamed ? join(dirname(path), renamedFrom) : path}`;
  if (isSame) return { ...none, old, kind: "renamed" };
  const older = await checkBytes(version.bytes, { file: path, schemaOnly: true });
  const both = comparable(older.check, check);
  const changes = both === null ? [] : changesBetween(both);
  const problem =
    faults ??
    (older.check.policy === null ? `it has errors (in ${revision}: ${firstError(older.check)})` : null);
  if (problem !== null && changes.length === 0) return { ...none, old, kind: "unreadable", problem };
  const weakened = changes.some(({ direction }) => direction === "weakened");
  const kind = isRenamed ? "renamed" : changes.length === 0 ? "text" : "changed";
  return { ...none, old, kind, weakened, changes, problem };
}

/** Ranks the most urgent policies first. */
function rank({ kind, weakened, problem, changes }: ComparedPolicy): number {
  if (kind === "deleted") return 1;
  if (weakened) return 0;
  if (problem !== null) return 2;
  return changes.length > 0 ? 3 : kind === "text" ? 5 : 4;
}
