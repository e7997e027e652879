import { relative } from "node:path";
import { readFolderChanges } from "../policy-files/folder-changes.ts";
import { isGitProblem } from "../policy-files/git/problem.ts";
import { countChanges, type PolicyChange } from "../policy/diff/change.ts";
import type { ComparedPolicy, CountedChange } from "../policy/report/compared-policies.ts";
import { cut } from "./page-limits.ts";

/** Policy of the directory that differs from a revision. */
export interface ListedChange extends CountedChange {
  /** Path of the file; null for a deleted policy. */
  readonly path: string | null;
  /** Path within the directory; for a deleted policy, within the revision. */
  readonly name: string;
  /** Path within the directory in the revision, of a renamed policy; null otherwise. */
  readonly renamedFrom: string | null;
  /** Reason why the policy, or some of its values, cannot be compared; null without one. */
  readonly problem: string | null;
  /** At most 100. */
  readonly changes: readonly Pick<PolicyChange, "direction" | "text">[];
}

const maxChanges = 100;

/** Comparison of a directory with a revision, most urgent policy first, or the reason for its absence. */
export type FolderComparison =
  | { readonly revision: string; readonly policies: readonly ListedChange[] }
  | { readonly problem: string };

/** Compares the policies of a directory with a revision. @throws {PolicyUnreadableError} a directory is not readable */
export async function folderComparison(folder: string, revision: string): Promise<FolderComparison> {
  const difference = await readFolderChanges(folder, revision);
  if (isGitProblem(difference)) return { problem: difference.why };
  return { revision, policies: difference.changes.map((change) => listedChange(folder, change, revision)) };
}

function listedChange(folder: string, change: ComparedPolicy, revision: string): ListedChange {
  const { old, new: path, kind, weakened, problem, changes } = change;
  const before = old === null ? "" : relative(folder, old.slice(revision.length + 1));
  return {
    path,
    name: path === null ? before : relative(folder, path),
    renamedFrom: kind === "renamed" ? before : null,
    kind,
    weakened,
    problem: problem === null ? null : cut(problem),
    counts: countChanges(changes),
    changes: changes.slice(0, maxChanges).map(({ direction, text }) => ({ direction, text: cut(text) })),
  };
}
