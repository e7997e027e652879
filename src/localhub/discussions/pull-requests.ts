import type { DiscussionStore, StoredDiscussion } from "../../store/discussion-store.ts";
import { refusals } from "../errors.ts";
import { authorOf } from "../git/git-environment.ts";
import { commitTree, tryMerge } from "../git/merge.ts";
import { moveRefs } from "../git/refs.ts";
import type { NewPullRequest } from "../repos/pull-request-port.ts";
import type { Repos } from "../repos/repos.ts";
import type { Discussions } from "./discussions.ts";
import type { Place } from "./fire-discussion.ts";
import { commitRecords, pullRequestRef, sidesOf, type PullRequest } from "./pull-request.ts";

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
