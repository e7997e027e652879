import { commentPart, discussionPart } from "./discussion-part.ts";
import type { Ids } from "./ids.ts";
import type { RepoRef } from "./repo-part.ts";

export interface SyntheticDiscussion {
  readonly endpoint: string;
  readonly repo: RepoRef;
  /** Author of the text. */
  readonly account: string;
  readonly ids: Ids;
}

const num = 1;

/** Creates the parts of a payload about a made-up discussion, with a comment if there is a text. */
export function syntheticDiscussion(
  { endpoint, repo, account, ids }: SyntheticDiscussion,
  status: "open" | "closed",
  content?: string,
): Readonly<Record<string, unknown>> {
  const discussion = discussionPart(endpoint, repo, {
    id: ids.objectId(),
    num,
    title: "A question about this repo",
    status,
    base: null,
    author: account,
    pinned: false,
    mergeCommitId: null,
  });
  if (content === undefined) return { discussion };
  const comment = { id: ids.objectId(), author: account, content };
  return { discussion, comment: commentPart(endpoint, repo, num, comment) };
}
