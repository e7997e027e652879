import type { DatabaseSync } from "node:sqlite";
import type { CommentData, CommentRecord, DiscussionRecord } from "../discussion-port.ts";
import { recordFromRow, recordToRow } from "./discussion-rows.ts";

/** What happened in discussions, on hub.db. The writing calls belong into a transaction. */
export interface DiscussionRecords {
  list(discussionId: string): readonly DiscussionRecord[];
  append(discussionId: string, records: readonly DiscussionRecord[]): void;
  /** Null: there is no such comment, or it is hidden. */
  changeComment(
    discussionId: string,
    commentId: string,
    change: (data: CommentData) => CommentData,
  ): CommentRecord | null;
}

export function createDiscussionRecords(db: DatabaseSync): DiscussionRecords {
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
