/** A draft is a pull request that is not published yet; only a pull request can be merged. */
export const discussionStatuses = ["draft", "open", "closed", "merged"] as const;
export type DiscussionStatus = (typeof discussionStatuses)[number];

/** A discussion or a pull request of a repo: they share their numbers. */
export interface StoredDiscussion {
  /** 24 hex digits. */
  readonly id: string;
  readonly repoId: string;
  /** From 1, in each repo. */
  readonly num: number;
  readonly title: string;
  readonly status: DiscussionStatus;
  /** Of a pull request: the branch it is to be merged into, `refs/heads/main`. Null: a discussion. */
  readonly base: string | null;
  /** The name of the account. */
  readonly author: string;
  readonly pinned: boolean;
  /** Of a merged pull request: the commit of the merge, 40 hex digits. */
  readonly mergeCommitId: string | null;
  readonly createdAt: string;
}

/** A text somebody wrote into a comment, the first time or as an edit. */
export interface CommentVersion {
  readonly content: string;
  readonly author: string;
  readonly writtenAt: string;
}

export interface CommentData {
  /** Oldest first. None where the comment is hidden: its text is kept nowhere. */
  readonly versions: readonly CommentVersion[];
  readonly hidden: { readonly by: string; readonly at: string } | null;
}

interface RecordParts {
  /** 24 hex digits, different from all others of its discussion. */
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

/** Something that happened in a discussion; the names of the types are those of the Hub's API. */
export type DiscussionRecord = CommentRecord | StatusChangeRecord | TitleChangeRecord | CommitRecord;

export interface DiscussionQuery {
  readonly repoId: string;
  /** Left out: both. */
  readonly isPullRequest?: boolean | undefined;
  /** Left out: all. */
  readonly statuses?: readonly DiscussionStatus[] | undefined;
  readonly author?: string | undefined;
  /** How many of the newest are left out: the Hub's API counts pages, so a page is found by its place. */
  readonly skip: number;
  readonly limit: number;
}

export interface DiscussionPage {
  /** How many match, on all pages. */
  readonly count: number;
  /** Newest first. */
  readonly discussions: readonly StoredDiscussion[];
}

export type DiscussionChange = Partial<
  Pick<StoredDiscussion, "title" | "status" | "pinned" | "mergeCommitId">
>;

/** The discussions and pull requests of all repos. They go with their repo. */
export interface DiscussionStore {
  /** The next number of a repo. It is used up by being asked for. */
  reserveNumber(repoId: string): Promise<number>;
  create(discussion: StoredDiscussion, records: readonly DiscussionRecord[]): Promise<void>;
  get(repoId: string, num: number): Promise<StoredDiscussion | null>;
  page(query: DiscussionQuery): Promise<DiscussionPage>;
  /** What happened in a discussion, in that order. */
  records(discussionId: string): Promise<readonly DiscussionRecord[]>;
  /** Puts records behind the others; one whose id is there already is left out. */
  append(discussionId: string, records: readonly DiscussionRecord[]): Promise<void>;
  /** A change and its records together. Null: there is no such discussion, or its status is none of `expected` any more. */
  change(
    discussionId: string,
    expected: readonly DiscussionStatus[],
    change: DiscussionChange,
    records: readonly DiscussionRecord[],
  ): Promise<StoredDiscussion | null>;
  /** Adds a version to a comment that is not hidden. Null: there is no such comment, or it is hidden. */
  editComment(
    discussionId: string,
    commentId: string,
    version: CommentVersion,
  ): Promise<CommentRecord | null>;
  /** Takes all text of a comment away for good. Null: there is no such comment, or it is hidden already. */
  hideComment(
    discussionId: string,
    commentId: string,
    hidden: NonNullable<CommentData["hidden"]>,
  ): Promise<CommentRecord | null>;
  /** Whether there was one. */
  remove(discussionId: string): Promise<boolean>;
}
