import type { Author } from "./git-environment.ts";
import { runGit } from "./run-git.ts";

/** The commit two histories have last in common; null: they have none. */
export async function mergeBase(gitDir: string, one: string, other: string): Promise<string | null> {
  const { stdout } = await runGit(gitDir, ["merge-base", one, other], { accepts: [0, 1] });
  return stdout.toString().split("\n")[0] || null;
}

/** Result of a merge: the tree and the conflicting files. */
export interface TrialMerge {
  readonly tree: string;
  readonly conflicts: readonly string[];
}

/** Merges two commits without making one. Needs git 2.38. */
export async function tryMerge(gitDir: string, into: string, from: string): Promise<TrialMerge> {
  const { stdout } = await runGit(
    gitDir,
    [
      "merge-tree",
      "--write-tree",
      "-z",
      "--name-only",
      "--no-messages",
      "--allow-unrelated-histories",
      into,
      from,
    ],
    { accepts: [0, 1] },
  );
  const [tree = "", ...conflicts] = stdout.toString().split("\0");
  return { tree, conflicts: conflicts.filter((path) => path !== "") };
}

export interface NewMergeCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Author;
}

/** Writes a commit of a tree that is there, without moving any ref. @returns its sha */
export async function commitTree(gitDir: string, commit: NewMergeCommit): Promise<string> {
  const parents = commit.parents.flatMap((sha) => ["-p", sha]);
  const { stdout } = await runGit(gitDir, ["commit-tree", commit.tree, ...parents, "-F", "-"], {
    input: commit.message,
    author: commit.author,
  });
  return stdout.toString().trim();
}
