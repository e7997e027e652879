import type { CommitRecord, StoredDiscussion } from "../../store/discussion-store.ts";
import { commitsOf, diffText } from "../git/history.ts";
import { mergeBase, tryMerge } from "../git/merge.ts";
import { lookUp } from "../git/objects.ts";
import type { PullRequestChanges } from "./discussion-wire.ts";

/** A discussion that has something to merge. */
export type PullRequest = StoredDiscussion & { readonly base: string };

export function isPullRequest(discussion: StoredDiscussion): discussion is PullRequest {
  return discussion.base !== null;
}

/** The ref that holds the commits of a pull request. */
export function pullRequestRef(num: number): string {
  return `refs/pr/${num}`;
}

/** The two commits a pull request brings together. */
export interface PullRequestSides {
  /** Head of its branch; for a merged one, the last head. */
  readonly base: string;
  readonly head: string;
}

/** Null: one of the two is not there, because somebody deleted it. */
export async function sidesOf(
  gitDir: string,
  { num, base, mergeCommitId }: PullRequest,
): Promise<PullRequestSides | null> {
  const names =
    mergeCommitId === null ? [base, pullRequestRef(num)] : [`${mergeCommitId}^1`, `${mergeCommitId}^2`];
  const [into, head] = await lookUp(
    gitDir,
    names.map((name) => `${name}^{commit}`),
  );
  return into && head ? { base: into.oid, head: head.oid } : null;
}

/** The commits a pull request has and its branch does not, oldest first, as what happened in it. */
export async function commitRecords(
  gitDir: string,
  { base, head }: PullRequestSides,
  { createdAt, author }: PullRequest,
): Promise<readonly CommitRecord[]> {
  const commits = await commitsOf(gitDir, head, { without: base });
  return commits.toReversed().map(({ oid, subject, createdAt: committedAt }) => ({
    // As long as the ids of the others, and the same whenever it is looked at.
    id: oid.slice(0, 24),
    type: "commit",
    author,
    // A commit is often older than the pull request it was pushed to, where it happened no earlier than that was opened.
    createdAt: committedAt > createdAt ? committedAt : createdAt,
    data: { subject, oid },
  }));
}

/** Changes of a pull request since its merge base, and conflicts with its target branch. */
export async function changesOf(
  gitDir: string,
  pullRequest: PullRequest,
  withDiff: boolean,
): Promise<PullRequestChanges> {
  const sides = await sidesOf(gitDir, pullRequest);
  if (sides === null) return { conflicts: [], diff: withDiff ? "" : null };
  const { base, head } = sides;
  const isMerged = pullRequest.mergeCommitId !== null;
  return {
    conflicts: isMerged ? [] : (await tryMerge(gitDir, base, head)).conflicts,
    diff: withDiff ? await diffText(gitDir, (await mergeBase(gitDir, base, head)) ?? base, head) : null,
  };
}
