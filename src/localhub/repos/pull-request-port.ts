import type { Repo } from "./repo.ts";

export interface NewPullRequest {
  readonly title: string;
  readonly description: string;
  /** Its newest commit, which is in the repository, but which no ref names yet. */
  readonly sha: string;
  /** The branch it is to be merged into: `refs/heads/main`. */
  readonly base: string;
}

/**
 * Opens a pull request for a commit: makes its discussion and its ref `refs/pr/N`, and fires the events of both. Not to be called
 * within a change of the repo.
 * @returns its number
 */
export type OpenPullRequest = (
  repo: Repo,
  endpoint: string,
  pullRequest: NewPullRequest,
) => Promise<{ readonly num: number }>;
