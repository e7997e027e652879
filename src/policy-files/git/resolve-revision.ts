import { type GitProblem, isGitProblem } from "./problem.ts";
import { findRepository } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** Returns the hash of a revision's commit in the repository of a directory. */
export async function findCommit(folder: string, revision: string): Promise<string | GitProblem> {
  const top = findRepository(folder)?.top;
  if (top === undefined) return { kind: "no-repository", why: "it is not in a git repository" };
  return resolveRevision(top, revision, "commit");
}

/**
 * Returns the hash of a revision's commit, or of its root. `REVISION...` is the merge base of the revision and HEAD, as
 * in `git diff`.
 * @param top directory of the work tree
 */
export async function resolveRevision(
  top: string,
  revision: string,
  type: "commit" | "tree",
): Promise<string | GitProblem> {
  const unknown: GitProblem =
    revision === "HEAD"
      ? { kind: "no-commits", why: "the repository has no commits" }
      : { kind: "no-revision", why: "the repository has no such revision" };
  // No ref begins with a hyphen or has a control character.
  if (revision.length > 1_000 || /^-|\p{Cc}/u.test(revision)) return unknown;
  const branch = /^(.*[^.])\.\.\.$/.exec(revision)?.[1];
  if (branch !== undefined) {
    const base = await mergeBase(top, branch);
    return typeof base === "string" && type === "tree" ? resolveRevision(top, base, type) : base;
  }
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{${type}}`];
  const found = await runGit(top, args);
  if (isGitProblem(found)) return found;
  const id = found.stdout.toString("latin1").trim();
  if (found.status === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
  const isRefused =
    found.message !== "" && /dubious ownership|safe\.|not a git|format|config/i.test(found.message);
  return isRefused ? { kind: "failed", why: `git failed: ${found.message}` } : unknown;
}

async function mergeBase(top: string, revision: string): Promise<string | GitProblem> {
  const commit = await resolveRevision(top, revision, "commit");
  if (typeof commit !== "string") return commit;
  const found = await runGit(top, ["merge-base", commit, "HEAD"]);
  if (isGitProblem(found)) return found;
  const id = found.stdout.toString("latin1").trim();
  if (found.status === 0 && id !== "") return id;
  return { kind: "no-revision", why: `${revision} and HEAD have no commit in common` };
}
