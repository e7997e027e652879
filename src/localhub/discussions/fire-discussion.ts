import type { EventName } from "../../model/event.ts";
import type { CommentRecord, StoredDiscussion } from "../../store/discussion-store.ts";
import { commentPart, discussionPart } from "../events/discussion-part.ts";
import type { FireEvent } from "../repos/fire-event.ts";
import type { Repo } from "../repos/repo.ts";

/** A repo, and the hub's address as who asks reached it: payloads and answers begin with it. */
export interface Place {
  readonly repo: Repo;
  readonly endpoint: string;
}

export interface DiscussionEvent extends EventName {
  readonly discussion: StoredDiscussion;
  /** The one the event is about, or that the discussion opens with. */
  readonly comment?: CommentRecord;
}

/** Makes an event about a discussion happen, as `FireEvent` does. */
export async function fireDiscussion(
  fire: FireEvent,
  { endpoint, repo }: Place,
  { scope, action, discussion, comment }: DiscussionEvent,
): Promise<void> {
  const parts = { discussion: discussionPart(endpoint, repo, discussion) };
  if (comment === undefined) return fire(endpoint, repo, { scope, action }, parts);
  const { id, author, data } = comment;
  const content = data.versions.at(-1)?.content ?? null;
  const said = commentPart(endpoint, repo, discussion.num, { id, author, content });
  return fire(endpoint, repo, { scope, action }, { ...parts, comment: said });
}
