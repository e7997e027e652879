import { runGit } from "./run-git.ts";

/** A diff longer than this is not answered as one. */
const maxDiffBytes = 16 * 1024 * 1024;

/** Diff of two commits in the format of git. @throws {GitFailedError} more than 16 MiB */
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
  /** ISO, of the committing. */
  readonly createdAt: string;
  readonly subject: string;
}

/**
 * Commits that `to` has, newest first.
 * @param without leaves out what this commit has too
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
