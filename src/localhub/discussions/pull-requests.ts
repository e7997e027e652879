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
  /** Its newest commit. Left out: where its branch is, so that it begins without a change. */
  readonly sha?: string;
  readonly status: "draft" | "open";
}

export interface PullRequests {
  /** Fires `discussion` create, and `repo.content` update for its ref. @throws {RefusedError} 404 there is no such branch */
  open(place: Place, pullRequest: PullRequestStart): Promise<StoredDiscussion>;
  /** Notes what was pushed to it since it was looked at last. */
  noteCommits(place: Place, pullRequest: PullRequest): Promise<void>;
  /**
   * Merges its commits into its branch, with a commit that says so. Fires `discussion` update and `repo.content` update.
   * A draft is merged too: the Hub's page has people publish it first, whether its API does is not documented.
   * @throws {RefusedError} 409 it is merged or closed, has conflicts, or its branch or its ref is gone
   */
  merge(place: Place, num: number, comment: string | undefined): Promise<void>;
}

export function pullRequestsOf({ store, discussions, changeRefs, account }: PullRequestParts): PullRequests {
  async function noteCommits({ repo }: Place, pullRequest: PullRequest): Promise<void> {
    if (pullRequest.mergeCommitId !== null) return;
    const sides = await sidesOf(repo.gitDir, pullRequest);
    if (sides === null || sides.head === sides.base) return;
    const noted = await store.records(pullRequest.id);
    // Its newest commit was noted together with those before it.
    if (noted.some((record) => record.type === "commit" && record.data.oid === sides.head)) return;
    await store.append(pullRequest.id, await commitRecords(repo.gitDir, sides, pullRequest));
  }

  /** @returns the sha of the merge; its branch is there */
  async function mergeCommits({ repo }: Place, pullRequest: PullRequest): Promise<string> {
    const { num, title, base } = pullRequest;
    const sides = await sidesOf(repo.gitDir, pullRequest);
    if (sides === null)
      throw refusals.notMergeable(`${base} or ${pullRequestRef(num)} is not there any more`);
    const { tree, conflicts } = await tryMerge(repo.gitDir, sides.base, sides.head);
    if (conflicts.length > 0)
      throw refusals.notMergeable(`There are conflicts with ${base} in ${conflicts.join(", ")}`);
    const sha = await commitTree(repo.gitDir, {
      tree,
      parents: [sides.base, sides.head],
      // Git takes no NUL in a message, and the first line of it as the subject.
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
        // Read again, now that nobody else merges it.
        const pullRequest = await discussions.find(place, num);
        const { base, status } = pullRequest;
        if (base === null) throw refusals.notMergeable("A discussion cannot be merged");
        if (status === "merged") throw refusals.discussionAlready("merged");
        if (status === "closed") throw refusals.notMergeable("It is closed: open it again to merge it");
        await noteCommits(place, { ...pullRequest, base });
        const sha = await mergeCommits(place, { ...pullRequest, base });
        await discussions.setMerged(place, pullRequest, sha, comment);
      }),
  };
}

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
