import { dirname, join } from "node:path";
import { isGitProblem } from "./problem.ts";
import { findRepository, headStamp, pathInRepository, refStamp } from "./repository.ts";
import { resolveRevision } from "./resolve-revision.ts";
import { runGit } from "./run-git.ts";

/** Usual names of the main branch; the first existing one counts. */
const mainBranches = ["origin/main", "origin/master", "main", "master"];

/** Commits of the current branch missing in the main branch. */
export interface UnmergedCommits {
  /** Name of the main branch. */
  readonly branch: string;
  /** Number of commits that change a file of the directory, from 1. */
  readonly count: number;
}

/** Creates a function that counts the unmerged commits of a directory. Runs git only after a branch has moved. */
export function createUnmergedCommits() {
  const known = new Map<string, { readonly stamp: string; readonly commits: UnmergedCommits | null }>();
  return async (folder: string): Promise<UnmergedCommits | null> => {
    const repository = findRepository(folder);
    if (repository === null) return null;
    const stamp = [headStamp(repository), ...mainBranches.map((name) => refStamp(repository, name))].join(
      "\n",
    );
    const last = known.get(folder);
    if (last?.stamp === stamp) return last.commits;
    const commits = await countUnmerged(folder, repository.top);
    known.set(folder, { stamp, commits });
    return commits;
  };
}

async function countUnmerged(folder: string, top: string): Promise<UnmergedCommits | null> {
  for (const branch of mainBranches) {
    const commit = await resolveRevision(top, branch, "commit");
    if (typeof commit !== "string") continue;
    const path = dirname(pathInRepository(join(folder, "a file")));
    const output = await runGit(top, ["rev-list", "--count", `${commit}..HEAD`, "--", path]);
    const count = isGitProblem(output) || output.status !== 0 ? 0 : Number(output.stdout.toString("latin1"));
    return count > 0 ? { branch, count } : null;
  }
  return null;
}
