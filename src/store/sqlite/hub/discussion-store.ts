import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { z } from "zod";
import {
  type DiscussionPage,
  type DiscussionQuery,
  type DiscussionStore,
  type CommentData,
  type CommentRecord,
  type DiscussionRecord,
  type StoredDiscussion,
  discussionStatuses,
} from "../../discussion-store.ts";
import type { GroupCommit } from "../group-commit.ts";
import type { Row } from "../rows.ts";

/** Creates the discussions in hub.db. */
export function createDiscussionStore(db: DatabaseSync, commits: GroupCommit): DiscussionStore {
  const records = createDiscussionRecords(db);
  const nextNumber = db.prepare(`
    INSERT INTO discussion_numbers (repo_id, last) VALUES (?, 1)
    ON CONFLICT (repo_id) DO UPDATE SET last = last + 1 RETURNING last`);
  const insert = db.prepare(`
    INSERT INTO discussions (id, repo_id, num, title, status, base, author, pinned, merge_commit_id, created_at)
    VALUES (:id, :repo_id, :num, :title, :status, :base, :author, :pinned, :merge_commit_id, :created_at)`);
  const replace = db.prepare(`
    UPDATE discussions SET title = ?, status = ?, pinned = ?, merge_commit_id = ? WHERE id = ?`);
  const byId = db.prepare("SELECT * FROM discussions WHERE id = ?");
  const byNumber = db.prepare("SELECT * FROM discussions WHERE repo_id = ? AND num = ?");
  const removeOne = db.prepare("DELETE FROM discussions WHERE id = ?");

  return {
    reserveNumber: (repoId) => commits.add(() => Number(nextNumber.get(repoId)?.["last"])),
    create: (discussion, opening) =>
      commits.add(() => {
        insert.run(discussionToRow(discussion));
        records.append(discussion.id, opening);
      }),
    get: async (repoId, num) => {
      const row = byNumber.get(repoId, num);
      return row === undefined ? null : discussionFromRow(row);
    },
    page: async (query) => readPage(db, query),
    records: async (discussionId) => records.list(discussionId),
    append: (discussionId, more) => commits.add(() => records.append(discussionId, more)),
    change: (discussionId, expected, change, more) =>
      commits.add(() => {
        const row = byId.get(discussionId);
        const stored = row === undefined ? null : discussionFromRow(row);
        if (stored === null || !expected.includes(stored.status)) return null;
        const changed = { ...stored, ...change };
        const { title, status, pinned, mergeCommitId } = changed;
        replace.run(title, status, pinned ? 1 : 0, mergeCommitId, discussionId);
        records.append(discussionId, more);
        return changed;
      }),
    editComment: (discussionId, commentId, version) =>
      commits.add(() =>
        records.changeComment(discussionId, commentId, (data) => ({
          ...data,
          versions: [...data.versions, version],
        })),
      ),
    hideComment: (discussionId, commentId, hidden) =>
      commits.add(() => records.changeComment(discussionId, commentId, () => ({ versions: [], hidden }))),
    remove: (discussionId) => commits.add(() => removeOne.run(discussionId).changes > 0),
  };
}

function readPage(db: DatabaseSync, query: DiscussionQuery): DiscussionPage {
  const { repoId, isPullRequest, statuses, author, skip, limit } = query;
  const conditions: [sql: string, values: readonly SQLInputValue[]][] = [["repo_id = ?", [repoId]]];
  if (isPullRequest !== undefined) conditions.push([isPullRequest ? "base IS NOT NULL" : "base IS NULL", []]);
  if (statuses !== undefined) conditions.push([`status IN (${statuses.map(() => "?").join()})`, statuses]);
  if (author !== undefined) conditions.push(["author = ?", [author]]);
  const matching = `FROM discussions WHERE ${conditions.map(([sql]) => sql).join(" AND ")}`;
  const values = conditions.flatMap(([, values]) => values);
  const count = db.prepare(`SELECT count(*) AS n ${matching}`).get(...values)?.["n"];
  const rows = db
    .prepare(`SELECT * ${matching} ORDER BY num DESC LIMIT ? OFFSET ?`)
    .all(...values, limit, skip);
  return { count: Number(count), discussions: rows.map(discussionFromRow) };
}

/** Records of discussions in hub.db. Writes run inside a transaction. */
interface DiscussionRecords {
  list(discussionId: string): readonly DiscussionRecord[];
  append(discussionId: string, records: readonly DiscussionRecord[]): void;
  /** Returns null if the comment does not exist or is hidden. */
  changeComment(
    discussionId: string,
    commentId: string,
    change: (data: CommentData) => CommentData,
  ): CommentRecord | null;
}

function createDiscussionRecords(db: DatabaseSync): DiscussionRecords {
  const ofDiscussion = db.prepare("SELECT * FROM discussion_records WHERE discussion = ? ORDER BY place");
  const find = db.prepare("SELECT * FROM discussion_records WHERE discussion = ? AND id = ?");
  const insert = db.prepare(`
    INSERT OR IGNORE INTO discussion_records (id, discussion, type, author, created_at, data)
    VALUES (:id, :discussion, :type, :author, :created_at, :data)`);
  const replaceData = db.prepare("UPDATE discussion_records SET data = ? WHERE discussion = ? AND id = ?");

  return {
    list: (discussionId) => ofDiscussion.all(discussionId).map(recordFromRow),
    append(discussionId, records) {
      for (const record of records) insert.run(recordToRow(discussionId, record));
    },
    changeComment(discussionId, commentId, change) {
      const row = find.get(discussionId, commentId);
      const record = row === undefined ? null : recordFromRow(row);
      if (record?.type !== "comment" || record.data.hidden !== null) return null;
      const data = change(record.data);
      replaceData.run(JSON.stringify(data), discussionId, commentId);
      return { ...record, data };
    },
  };
}

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

function discussionFromRow(row: Row): StoredDiscussion {
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
function discussionToRow(discussion: StoredDiscussion): Record<string, SQLInputValue> {
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

function recordFromRow(row: Row): DiscussionRecord {
  return recordRowSchema.parse({ ...row, createdAt: row["created_at"] });
}

/** Returns named parameters for the columns of `discussion_records` except `place`. */
function recordToRow(discussionId: string, record: DiscussionRecord): Record<string, SQLInputValue> {
  return {
    id: record.id,
    discussion: discussionId,
    type: record.type,
    author: record.author,
    created_at: record.createdAt,
    data: JSON.stringify(record.data),
  };
}
