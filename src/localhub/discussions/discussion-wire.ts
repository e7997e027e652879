import type {
  CommentRecord,
  CommentVersion,
  DiscussionRecord,
  StatusChangeRecord,
  StoredDiscussion,
  TitleChangeRecord,
} from "../../store/discussion-store.ts";
import { changesPart, type RepoRef } from "../events/event-payload.ts";

/** Replacement of a hidden text, as on the Hub; the Python client requires one. */
const hiddenText = "This comment has been hidden";

/** A discussion as lists answer it. */
export function discussionAnswer(repo: RepoRef, discussion: StoredDiscussion) {
  const { num, title, status, base, pinned, author, createdAt } = discussion;
  return {
    num,
    title,
    status,
    isPullRequest: base !== null,
    pinned,
    author: { name: author },
    createdAt,
    repo: { name: repo.name, type: repo.type },
  };
}

/** Diff of a pull request. */
export interface PullRequestChanges {
  readonly conflicts: readonly string[];
  /** Null: it was not asked for. */
  readonly diff: string | null;
}

/** A discussion with what happened in it; with its changes where it is a pull request. */
export function detailsAnswer(
  repo: RepoRef,
  discussion: StoredDiscussion,
  records: readonly DiscussionRecord[],
  changes: PullRequestChanges | null,
) {
  const { base, mergeCommitId } = discussion;
  return {
    ...discussionAnswer(repo, discussion),
    events: records.map(recordAnswer),
    ...(base === null || changes === null
      ? {}
      : {
          changes: changesPart(base, mergeCommitId),
          filesWithConflicts: [...changes.conflicts],
          ...(changes.diff === null ? {} : { diff: changes.diff }),
        }),
  };
}

/** Event of a discussion in the format of `deserialize_event` of the Python client. */
function recordAnswer(record: DiscussionRecord) {
  switch (record.type) {
    case "comment":
      return commentAnswer(record);
    case "title-change":
      return titleAnswer(record);
    case "status-change":
      return statusAnswer(record);
    case "commit":
      return { ...record, author: { name: record.author } };
  }
}

export function titleAnswer(record: TitleChangeRecord) {
  return { ...record, author: { name: record.author } };
}

export function statusAnswer(record: StatusChangeRecord) {
  return { ...record, author: { name: record.author } };
}

/** `history` has the texts before the newest one, so that its length is the number of edits. */
export function commentAnswer({ data: { versions, hidden }, author, ...record }: CommentRecord) {
  const hiddenVersion = { content: hiddenText, author, writtenAt: hidden?.at ?? record.createdAt };
  const history = versions.slice(0, -1).map(versionAnswer);
  return {
    ...record,
    author: { name: author },
    data: {
      edited: history.length > 0,
      hidden: hidden !== null,
      ...(hidden === null ? {} : { hiddenBy: hidden.by }),
      numEdits: history.length,
      latest: versionAnswer(versions.at(-1) ?? hiddenVersion),
      history,
    },
  };
}

function versionAnswer({ content, author, writtenAt }: CommentVersion) {
  return { raw: content, html: asHtml(content), updatedAt: writtenAt, author: { name: author } };
}

/** The text as it is: a local hub does not render Markdown. */
function asHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p>${escaped.replaceAll("\n", "<br>")}</p>`;
}
