import { idOfName, type Ids } from "./ids.ts";
import { repoUrls, type RepoRef } from "./repo-part.ts";

export interface DiscussionEvent {
  readonly endpoint: string;
  readonly repo: RepoRef;
  /** Who writes: the account the trigger's token belongs to. */
  readonly account: string;
  readonly ids: Ids;
}

const num = 1;

/** The `discussion` of a payload: one that is no pull request. */
export function discussionPart(event: DiscussionEvent, status: "open" | "closed"): Record<string, unknown> {
  const urls = repoUrls(event.endpoint, event.repo);
  return {
    id: event.ids.objectId(),
    num,
    title: "A question about this repo",
    status,
    isPullRequest: false,
    author: { id: idOfName(event.account) },
    url: { web: `${urls.web}/discussions/${num}`, api: `${urls.api}/discussions/${num}` },
    pinned: false,
  };
}

/** The `comment` of a payload. Its address is that of the discussion with the comment's id behind it. */
export function commentPart(event: DiscussionEvent, content: string): Record<string, unknown> {
  const id = event.ids.objectId();
  const { web } = repoUrls(event.endpoint, event.repo);
  return {
    id,
    author: { id: idOfName(event.account) },
    hidden: false,
    content,
    url: { web: `${web}/discussions/${num}#${id}` },
  };
}
