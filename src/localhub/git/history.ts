import { type Author, runGit } from "./run-git.ts";

/** Maximum size of a diff, in bytes; a larger one fails. */
const maxDiffBytes = 16 * 1024 * 1024;

/** Returns the diff of two commits in git's format. @throws {GitFailedError} more than 16 MiB */
export async function diffText(gitDir: string, from: string, to: string): Promise<string> {
  const { stdout } = await runGit(
    gitDir,
    ["diff", "--no-color", "--no-ext-diff", "--no-textconv", from, to, "--"],
    {
      maxBytes: maxDiffBytes,
    },
  );
  return stdout.toString();
}

export interface CommitSummary {
  readonly oid: string;
  readonly authorName: string;
  /** Committer time, ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly subject: string;
}

/**
 * Lists the commits that `to` reaches, newest first.
 * @param without excludes the commits that this one reaches
 * @param limit maximum number of commits; default 1,000
 */
export async function commitsOf(
  gitDir: string,
  to: string,
  { without = null, limit = 1000 }: { readonly without?: string | null; readonly limit?: number } = {},
): Promise<readonly CommitSummary[]> {
  const { stdout } = await runGit(gitDir, [
    "log",
    "-z",
    "--format=%H%n%an%n%ct%n%s",
    `--max-count=${limit}`,
    to,
    ...(without === null ? [] : [`^${without}`]),
    "--",
  ]);
  return stdout
    .toString()
    .split("\0")
    .filter((text) => text !== "")
    .map((text) => {
      const [oid = "", authorName = "", seconds = "", subject = ""] = text.split("\n");
      return { oid, authorName, createdAt: new Date(Number(seconds) * 1000).toISOString(), subject };
    });
}

/** Returns the best common ancestor of two commits, or null if they have none. */
export async function mergeBase(gitDir: string, one: string, other: string): Promise<string | null> {
  const { stdout } = await runGit(gitDir, ["merge-base", one, other], { accepts: [0, 1] });
  return stdout.toString().split("\n")[0] || null;
}

/** Result of a merge: the tree and the conflicting files. */
export interface TrialMerge {
  readonly tree: string;
  readonly conflicts: readonly string[];
}

/** Merges two commits without creating a commit. Requires git 2.38. */
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

/** Writes a commit of an existing tree without moving a ref. @returns its sha */
export async function commitTree(gitDir: string, commit: NewMergeCommit): Promise<string> {
  const parents = commit.parents.flatMap((sha) => ["-p", sha]);
  const { stdout } = await runGit(gitDir, ["commit-tree", commit.tree, ...parents, "-F", "-"], {
    input: commit.message,
    author: commit.author,
  });
  return stdout.toString().trim();
}
