import type { EventName } from "../../model/event.ts";
import type {
  CommentRecord,
  DiscussionChange,
  DiscussionPage,
  DiscussionQuery,
  DiscussionRecord,
  DiscussionStatus,
  DiscussionStore,
  StatusChangeRecord,
  StoredDiscussion,
  TitleChangeRecord,
} from "../../store/discussion-store.ts";
import { refusals } from "../errors.ts";
import { commentPart, discussionPart, randomIds } from "../events/event-payload.ts";
import type { FireEvent } from "../repos/fire-event.ts";
import type { Repo } from "../repos/repo.ts";

export interface DiscussionParts {
  readonly store: DiscussionStore;
  /** Account that makes all changes. */
  readonly account: string;
  readonly nowMs: () => number;
  readonly fire: FireEvent;
}

export interface NewDiscussion {
  readonly num: number;
  readonly title: string;
  /** Text of the first comment. */
  readonly description: string;
  /** Target branch of a pull request; null for a discussion. */
  readonly base: string | null;
  readonly status: "draft" | "open";
}

/**
 * Discussions and pull requests of a hub's repos. Each change fires an event, whose dispatches are on disk
 * when the call resolves.
 */
export interface Discussions {
  page(query: DiscussionQuery): Promise<DiscussionPage>;
  /**
   * Finds a discussion by its number.
   * @throws {RefusedError} 404
   */
  find(place: Place, num: number): Promise<StoredDiscussion>;
  /** Returns the events of a discussion, oldest first. */
  records(discussion: StoredDiscussion): Promise<readonly DiscussionRecord[]>;
  /** Reserves a number never used by a discussion of the repo. */
  reserveNumber(place: Place): Promise<number>;
  open(place: Place, discussion: NewDiscussion): Promise<StoredDiscussion>;
  comment(place: Place, discussion: StoredDiscussion, content: string): Promise<CommentRecord>;
  /**
   * Adds a version to a comment.
   * @throws {RefusedError} 404 no such comment; 403 it is hidden
   */
  editComment(
    place: Place,
    discussion: StoredDiscussion,
    id: string,
    content: string,
  ): Promise<CommentRecord>;
  /**
   * Hides a comment. Returns a hidden one unchanged.
   * @throws {RefusedError} 404 no such comment
   */
  hideComment(place: Place, discussion: StoredDiscussion, id: string): Promise<CommentRecord>;
  rename(place: Place, discussion: StoredDiscussion, title: string): Promise<TitleChangeRecord>;
  /**
   * Changes the status.
   * @param comment text of an additional comment
   * @throws {RefusedError} 409 it already has the status, is merged, or was deleted meanwhile
   */
  setStatus(
    place: Place,
    discussion: StoredDiscussion,
    to: "open" | "closed",
    comment: string | undefined,
  ): Promise<StatusChangeRecord>;
  /**
   * Records the merge of a pull request.
   * @throws {RefusedError} 409 it was merged or deleted meanwhile
   */
  setMerged(
    place: Place,
    discussion: StoredDiscussion,
    mergeCommitId: string,
    comment: string | undefined,
  ): Promise<void>;
  setPinned(place: Place, discussion: StoredDiscussion, pinned: boolean): Promise<StoredDiscussion>;
  remove(place: Place, discussion: StoredDiscussion): Promise<void>;
}

const unmerged: readonly DiscussionStatus[] = ["draft", "open", "closed"];
const anyStatus: readonly DiscussionStatus[] = [...unmerged, "merged"];

export function discussionsOf({ store, account, nowMs, fire }: DiscussionParts): Discussions {
  const now = (): string => new Date(nowMs()).toISOString();
  const recordParts = () => ({ id: randomIds.objectId(), author: account, createdAt: now() });

  function commentRecord(content: string): CommentRecord {
    const parts = recordParts();
    const version = { content, author: account, writtenAt: parts.createdAt };
    return { ...parts, type: "comment", data: { versions: [version], hidden: null } };
  }

  const fireComment = (
    place: Place,
    action: "create" | "update",
    discussion: StoredDiscussion,
    comment: CommentRecord,
  ) => fireDiscussion(fire, place, { scope: "discussion.comment", action, discussion, comment });

  /**
   * Changes a discussion whose status is one of `expected`, and appends the records. Fires the events: first
   * those of the comments, then that of the change.
   * @throws {RefusedError} 409 it has another status or was deleted
   */
  async function change(
    place: Place,
    { id }: StoredDiscussion,
    expected: readonly DiscussionStatus[],
    to: DiscussionChange,
    records: readonly DiscussionRecord[],
  ): Promise<StoredDiscussion> {
    const discussion = await store.change(id, expected, to, records);
    if (discussion === null) throw refusals.discussionChanged();
    for (const comment of records.filter((record) => record.type === "comment")) {
      await fireComment(place, "create", discussion, comment);
    }
    await fireDiscussion(fire, place, { scope: "discussion", action: "update", discussion });
    return discussion;
  }

  /** Changes the status, with a comment if one is given. */
  async function changeStatus(
    place: Place,
    discussion: StoredDiscussion,
    expected: readonly DiscussionStatus[],
    to: DiscussionChange & Pick<StoredDiscussion, "status">,
    comment: string | undefined,
  ): Promise<StatusChangeRecord> {
    const comments = comment === undefined ? [] : [commentRecord(comment)];
    const record: StatusChangeRecord = {
      ...recordParts(),
      type: "status-change",
      data: { status: to.status },
    };
    await change(place, discussion, expected, to, [...comments, record]);
    return record;
  }

  async function existingComment({ id }: StoredDiscussion, commentId: string): Promise<CommentRecord> {
    const found = (await store.records(id)).find((record) => record.id === commentId);
    if (found?.type !== "comment") throw refusals.commentNotFound();
    return found;
  }

  return {
    page: (query) => store.page(query),
    async find({ repo }, num) {
      const found = await store.get(repo.id, num);
      if (found === null) throw refusals.discussionNotFound();
      return found;
    },
    records: ({ id }) => store.records(id),
    reserveNumber: ({ repo }) => store.reserveNumber(repo.id),
    async open(place, { description, ...given }) {
      const comment = commentRecord(description);
      const discussion: StoredDiscussion = {
        ...given,
        id: randomIds.objectId(),
        repoId: place.repo.id,
        author: account,
        pinned: false,
        mergeCommitId: null,
        createdAt: comment.createdAt,
      };
      await store.create(discussion, [comment]);
      await fireDiscussion(fire, place, { scope: "discussion", action: "create", discussion, comment });
      return discussion;
    },
    async comment(place, discussion, content) {
      const comment = commentRecord(content);
      await store.append(discussion.id, [comment]);
      await fireComment(place, "create", discussion, comment);
      return comment;
    },
    async editComment(place, discussion, id, content) {
      const version = { content, author: account, writtenAt: now() };
      const comment = await store.editComment(discussion.id, id, version);
      if (comment === null) {
        await existingComment(discussion, id);
        throw refusals.commentHidden();
      }
      await fireComment(place, "update", discussion, comment);
      return comment;
    },
    async hideComment(place, discussion, id) {
      const comment = await store.hideComment(discussion.id, id, { by: account, at: now() });
      if (comment === null) return existingComment(discussion, id);
      await fireComment(place, "update", discussion, comment);
      return comment;
    },
    async rename(place, discussion, title) {
      const data = { from: discussion.title, to: title };
      const record: TitleChangeRecord = { ...recordParts(), type: "title-change", data };
      await change(place, discussion, anyStatus, { title }, [record]);
      return record;
    },
    async setStatus(place, discussion, to, comment) {
      if (discussion.status === "merged" || discussion.status === to) {
        throw refusals.discussionAlready(discussion.status);
      }
      return changeStatus(place, discussion, unmerged, { status: to }, comment);
    },
    async setMerged(place, discussion, mergeCommitId, comment) {
      await changeStatus(place, discussion, unmerged, { status: "merged", mergeCommitId }, comment);
    },
    setPinned: async (place, discussion, pinned) =>
      discussion.pinned === pinned ? discussion : change(place, discussion, anyStatus, { pinned }, []),
    async remove(place, discussion) {
      if (!(await store.remove(discussion.id))) return;
      await fireDiscussion(fire, place, { scope: "discussion", action: "delete", discussion });
    },
  };
}

/**
 * A repo, and the address of the hub as the client reached it. URLs in payloads and responses start with this
 * address.
 */
export interface Place {
  readonly repo: Repo;
  readonly endpoint: string;
}

export interface DiscussionEvent extends EventName {
  readonly discussion: StoredDiscussion;
  /** Comment of the event, or the first comment of a new discussion. */
  readonly comment?: CommentRecord;
}

/** Fires an event about a discussion; see `FireEvent`. */
export async function fireDiscussion(
  fire: FireEvent,
  { endpoint, repo }: Place,
  { scope, action, discussion, comment }: DiscussionEvent,
): Promise<void> {
  const parts = { discussion: discussionPart(endpoint, repo, discussion) };
  if (comment === undefined) return fire(endpoint, repo, { scope, action }, parts);
  const { id, author, data } = comment;
  const content = data.versions.at(-1)?.content ?? null;
  const part = commentPart(endpoint, repo, discussion.num, { id, author, content });
  return fire(endpoint, repo, { scope, action }, { ...parts, comment: part });
}
