import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { type DiscussionRecord, type StoredDiscussion, discussionStatuses } from "../../discussion-store.ts";
import type { Row } from "../rows.ts";

const status = z.enum(discussionStatuses);

const discussionRowSchema = z.object({
  id: z.string(),
  repo_id: z.string(),
  num: z.number(),
  title: z.string(),
  status,
  base: z.string().nullable(),
  author: z.string(),
  pinned: z.number(),
  merge_commit_id: z.string().nullable(),
  created_at: z.string(),
});

const commentData = z.object({
  versions: z.array(z.object({ content: z.string(), author: z.string(), writtenAt: z.string() })),
  hidden: z.object({ by: z.string(), at: z.string() }).nullable(),
});

/** Schema of `data`, which is stored as JSON text. */
const dataText = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)));
const recordParts = { id: z.string(), author: z.string(), createdAt: z.string() };
const recordRowSchema = z.discriminatedUnion("type", [
  z.object({ ...recordParts, type: z.literal("comment"), data: dataText(commentData) }),
  z.object({ ...recordParts, type: z.literal("status-change"), data: dataText(z.object({ status })) }),
  z.object({
    ...recordParts,
    type: z.literal("title-change"),
    data: dataText(z.object({ from: z.string(), to: z.string() })),
  }),
  z.object({
    ...recordParts,
    type: z.literal("commit"),
    data: dataText(z.object({ subject: z.string(), oid: z.string() })),
  }),
]);

export function discussionFromRow(row: Row): StoredDiscussion {
  const { repo_id, pinned, merge_commit_id, created_at, ...same } = discussionRowSchema.parse(row);
  return {
    ...same,
    repoId: repo_id,
    pinned: pinned === 1,
    mergeCommitId: merge_commit_id,
    createdAt: created_at,
  };
}

/** Returns named parameters for the columns of `discussions`. */
export function discussionToRow(discussion: StoredDiscussion): Record<string, SQLInputValue> {
  return {
    id: discussion.id,
    repo_id: discussion.repoId,
    num: discussion.num,
    title: discussion.title,
    status: discussion.status,
    base: discussion.base,
    author: discussion.author,
    pinned: discussion.pinned ? 1 : 0,
    merge_commit_id: discussion.mergeCommitId,
    created_at: discussion.createdAt,
  };
}

export function recordFromRow(row: Row): DiscussionRecord {
  return recordRowSchema.parse({ ...row, createdAt: row["created_at"] });
}

/** Returns named parameters for the columns of `discussion_records` except `place`. */
export function recordToRow(discussionId: string, record: DiscussionRecord): Record<string, SQLInputValue> {
  return {
    id: record.id,
    discussion: discussionId,
    type: record.type,
    author: record.author,
    created_at: record.createdAt,
    data: JSON.stringify(record.data),
  };
}
