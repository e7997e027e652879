import type { CommitRecord, DiscussionStore, StoredDiscussion } from "../../store/discussion-store.ts";
import { refusals } from "../errors.ts";
import { commitsOf, commitTree, diffText, mergeBase, tryMerge } from "../git/history.ts";
import { lookUp } from "../git/objects.ts";
import { moveRefs } from "../git/refs.ts";
import { authorOf } from "../git/run-git.ts";
import type { NewPullRequest } from "../repos/repo.ts";
import type { Repos } from "../repos/repos.ts";
import type { PullRequestChanges } from "./discussion-wire.ts";
import type { Discussions, Place } from "./discussions.ts";

export interface PullRequestParts {
  readonly store: DiscussionStore;
  readonly discussions: Discussions;
  readonly changeRefs: Repos["changeRefs"];
  /** Account that makes all changes. */
  readonly account: string;
}

export interface PullRequestStart extends Omit<NewPullRequest, "sha"> {
  /** Head commit. Default: the head of the base branch, so that the pull request starts without changes. */
  readonly sha?: string;
  readonly status: "draft" | "open";
}

export interface PullRequests {
  /**
   * Opens a pull request. Fires `discussion` create, and `repo.content` update for its ref.
   * @throws {RefusedError} 404 the repo is missing, or `sha` is not given and the base branch is missing
   */
  open(place: Place, pullRequest: PullRequestStart): Promise<StoredDiscussion>;
  /** Records the commits that are not recorded yet. Does nothing after the merge. */
  noteCommits(place: Place, pullRequest: PullRequest): Promise<void>;
  /**
   * Merges a pull request into its base branch with a merge commit. Fires `discussion` update, `repo.content`
   * update and, with a comment, `discussion.comment` create.
   * Also merges a draft: the Hub's page requires publishing it first; its API does not document that.
   * @throws {RefusedError} 404 it does not exist; 409 it is a discussion, merged or closed, has conflicts, or
   * its base branch or ref is missing
   */
  merge(place: Place, num: number, comment: string | undefined): Promise<void>;
}

export function pullRequestsOf({ store, discussions, changeRefs, account }: PullRequestParts): PullRequests {
  async function noteCommits({ repo }: Place, pullRequest: PullRequest): Promise<void> {
    if (pullRequest.mergeCommitId !== null) return;
    const sides = await sidesOf(repo.gitDir, pullRequest);
    if (sides === null || sides.head === sides.base) return;
    const noted = await store.records(pullRequest.id);
    // If the newest commit is recorded, all commits before it are too.
    if (noted.some((record) => record.type === "commit" && record.data.oid === sides.head)) return;
    await store.append(pullRequest.id, await commitRecords(repo.gitDir, sides, pullRequest));
  }

  /**
   * Creates the merge commit and moves the base branch to it.
   * @returns its sha
   * @throws {RefusedError} 409 there are conflicts, or the base branch or the ref is missing
   */
  async function mergeCommits({ repo }: Place, pullRequest: PullRequest): Promise<string> {
    const { num, title, base } = pullRequest;
    const sides = await sidesOf(repo.gitDir, pullRequest);
    if (sides === null)
      throw refusals.notMergeable(`${base} or ${pullRequestRef(num)} does not exist anymore`);
    const { tree, conflicts } = await tryMerge(repo.gitDir, sides.base, sides.head);
    if (conflicts.length > 0)
      throw refusals.notMergeable(`There are conflicts with ${base} in ${conflicts.join(", ")}`);
    const sha = await commitTree(repo.gitDir, {
      tree,
      parents: [sides.base, sides.head],
      // Git rejects NUL in a message and uses the first line as the subject.
      message: `${title.replaceAll(/\p{Cc}+/gu, " ")} (#${num})\n`,
      author: authorOf(account),
    });
    await moveRefs(repo.gitDir, [{ ref: base, from: sides.base, to: sha }]);
    return sha;
  }

  return {
    noteCommits,
    open: (place, { sha, ...given }) =>
      changeRefs(place.repo, place.endpoint, async (refs) => {
        const to = sha ?? refs[given.base];
        if (to === undefined) throw refusals.revisionNotFound(given.base);
        const num = await discussions.reserveNumber(place);
        const ref = pullRequestRef(num);
        await moveRefs(place.repo.gitDir, [{ ref, from: refs[ref] ?? null, to }]);
        return discussions.open(place, { ...given, num });
      }),
    merge: (place, num, comment) =>
      changeRefs(place.repo, place.endpoint, async () => {
        // The pull request is read under the lock, which excludes other merges.
        const pullRequest = await discussions.find(place, num);
        const { base, status } = pullRequest;
        if (base === null) throw refusals.notMergeable("A discussion cannot be merged");
        if (status === "merged") throw refusals.discussionAlready("merged");
        if (status === "closed")
          throw refusals.notMergeable("The pull request is closed: reopen it before merging");
        await noteCommits(place, { ...pullRequest, base });
        const sha = await mergeCommits(place, { ...pullRequest, base });
        await discussions.setMerged(place, pullRequest, sha, comment);
      }),
  };
}

/** A discussion with a base branch. */
export type PullRequest = StoredDiscussion & { readonly base: string };

export function isPullRequest(discussion: StoredDiscussion): discussion is PullRequest {
  return discussion.base !== null;
}

/** Returns the ref of a pull request's head. */
export function pullRequestRef(num: number): string {
  return `refs/pr/${num}`;
}

/** The two commits that a merge joins. */
export interface PullRequestSides {
  /** Head of the base branch; after the merge, its head before the merge. */
  readonly base: string;
  readonly head: string;
}

/**
 * Returns the two commits of a pull request, also after its merge. Returns null if its branch or ref was
 * deleted.
 */
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

/** Returns, as events, the newest 1,000 commits that the base branch lacks, oldest first. */
export async function commitRecords(
  gitDir: string,
  { base, head }: PullRequestSides,
  { createdAt, author }: PullRequest,
): Promise<readonly CommitRecord[]> {
  const commits = await commitsOf(gitDir, head, { without: base });
  return commits.toReversed().map(({ oid, subject, createdAt: committedAt }) => ({
    // The id has the length of other ids and identifies the commit, so that the store skips a recorded one.
    id: oid.slice(0, 24),
    type: "commit",
    author,
    // A commit may be older than the pull request; its event must not be.
    createdAt: committedAt > createdAt ? committedAt : createdAt,
    data: { subject, oid },
  }));
}

/**
 * Returns the conflicts of a pull request with its base branch, none after the merge, and its diff from the
 * merge base if `withDiff` is true. There are no conflicts and an empty diff if the branch or the ref was
 * deleted.
 */
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
