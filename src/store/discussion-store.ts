/** Status of a discussion. Only pull requests can be drafts or merged. */
export const discussionStatuses = ["draft", "open", "closed", "merged"] as const;
export type DiscussionStatus = (typeof discussionStatuses)[number];

/** A discussion or a pull request; both share the numbers of a repo. */
export interface StoredDiscussion {
  /** 24 hex digits. */
  readonly id: string;
  readonly repoId: string;
  /** Number in its repo, from 1. */
  readonly num: number;
  readonly title: string;
  readonly status: DiscussionStatus;
  /** Target branch of a pull request: `refs/heads/main`. Null for a discussion. */
  readonly base: string | null;
  /** Account name of the author. */
  readonly author: string;
  readonly pinned: boolean;
  /** Merge commit of a merged pull request, 40 hex digits. */
  readonly mergeCommitId: string | null;
  readonly createdAt: string;
}

/** Text of a comment, original or edited. */
export interface CommentVersion {
  readonly content: string;
  readonly author: string;
  readonly writtenAt: string;
}

export interface CommentData {
  /** Oldest first; empty if the comment is hidden, because its text is deleted. */
  readonly versions: readonly CommentVersion[];
  readonly hidden: { readonly by: string; readonly at: string } | null;
}

interface RecordParts {
  /** 24 hex digits, unique in its discussion. */
  readonly id: string;
  readonly author: string;
  readonly createdAt: string;
}

export interface CommentRecord extends RecordParts {
  readonly type: "comment";
  readonly data: CommentData;
}

export interface StatusChangeRecord extends RecordParts {
  readonly type: "status-change";
  readonly data: { readonly status: DiscussionStatus };
}

export interface TitleChangeRecord extends RecordParts {
  readonly type: "title-change";
  readonly data: { readonly from: string; readonly to: string };
}

export interface CommitRecord extends RecordParts {
  readonly type: "commit";
  readonly data: { readonly subject: string; readonly oid: string };
}

/** Event of a discussion; types are named as in the Hub's API. */
export type DiscussionRecord = CommentRecord | StatusChangeRecord | TitleChangeRecord | CommitRecord;

export interface DiscussionQuery {
  readonly repoId: string;
  /**
   * True for pull requests, false for discussions.
   * @default both
   */
  readonly isPullRequest?: boolean | undefined;
  /** @default all */
  readonly statuses?: readonly DiscussionStatus[] | undefined;
  readonly author?: string | undefined;
  /** Number of the newest matches to skip. */
  readonly skip: number;
  readonly limit: number;
}

export interface DiscussionPage {
  /** Number of matches on all pages. */
  readonly count: number;
  /** Newest first. */
  readonly discussions: readonly StoredDiscussion[];
}

export type DiscussionChange = Partial<
  Pick<StoredDiscussion, "title" | "status" | "pinned" | "mergeCommitId">
>;

/** Discussions and pull requests of all repos. Removing a repo removes them. */
export interface DiscussionStore {
  /** Reserves the next number of a repo; it is not assigned again. */
  reserveNumber(repoId: string): Promise<number>;
  create(discussion: StoredDiscussion, records: readonly DiscussionRecord[]): Promise<void>;
  get(repoId: string, num: number): Promise<StoredDiscussion | null>;
  page(query: DiscussionQuery): Promise<DiscussionPage>;
  /** Returns the records of a discussion in their order. */
  records(discussionId: string): Promise<readonly DiscussionRecord[]>;
  /** Appends records; skips those whose ID the discussion already has. */
  append(discussionId: string, records: readonly DiscussionRecord[]): Promise<void>;
  /**
   * Changes a discussion and appends records in one transaction.
   * @returns null if the discussion does not exist or its status is not one of `expected`
   */
  change(
    discussionId: string,
    expected: readonly DiscussionStatus[],
    change: DiscussionChange,
    records: readonly DiscussionRecord[],
  ): Promise<StoredDiscussion | null>;
  /** Adds a version to a comment. Returns null if the comment does not exist or is hidden. */
  editComment(
    discussionId: string,
    commentId: string,
    version: CommentVersion,
  ): Promise<CommentRecord | null>;
  /**
   * Hides a comment and deletes its text. Returns null if the comment does not exist or is already hidden.
   */
  hideComment(
    discussionId: string,
    commentId: string,
    hidden: NonNullable<CommentData["hidden"]>,
  ): Promise<CommentRecord | null>;
  /** Returns false if the discussion does not exist. */
  remove(discussionId: string): Promise<boolean>;
}
