import { idOfName } from "./ids.ts";
import { repoUrls, type RepoRef } from "./repo-part.ts";

/** Discussion or pull request of a payload. */
export interface DiscussionFacts {
  readonly id: string;
  readonly num: number;
  readonly title: string;
  readonly status: string;
  /** Target branch of a pull request; null for a discussion. */
  readonly base: string | null;
  /** The name of the account. */
  readonly author: string;
  readonly pinned: boolean;
  /** Merge commit; null unless merged. */
  readonly mergeCommitId: string | null;
}

/** Comment of a payload. */
export interface CommentFacts {
  readonly id: string;
  /** The name of the account. */
  readonly author: string;
  /** Text; null if hidden. */
  readonly content: string | null;
}

/** The `discussion` of a payload. */
export function discussionPart(
  endpoint: string,
  repo: RepoRef,
  discussion: DiscussionFacts,
): Record<string, unknown> {
  const { id, num, title, status, base, author, pinned, mergeCommitId } = discussion;
  const urls = repoUrls(endpoint, repo);
  return {
    id,
    num,
    title,
    status,
    isPullRequest: base !== null,
    ...(base === null ? {} : { changes: changesPart(base, mergeCommitId) }),
    author: { id: idOfName(author) },
    url: { web: `${urls.web}/discussions/${num}`, api: `${urls.api}/discussions/${num}` },
    pinned,
  };
}

/** The `changes` of a pull request. */
export function changesPart(
  base: string,
  mergeCommitId: string | null,
): { base: string; mergeCommitId?: string } {
  return { base, ...(mergeCommitId === null ? {} : { mergeCommitId }) };
}

/** The `comment` of a payload. Its address is that of its discussion with the comment's id behind it. */
export function commentPart(
  endpoint: string,
  repo: RepoRef,
  num: number,
  { id, author, content }: CommentFacts,
): Record<string, unknown> {
  const { web } = repoUrls(endpoint, repo);
  return {
    id,
    author: { id: idOfName(author) },
    hidden: content === null,
    ...(content === null ? {} : { content }),
    url: { web: `${web}/discussions/${num}#${id}` },
  };
}
