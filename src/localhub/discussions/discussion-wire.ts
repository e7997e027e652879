import type {
  CommentRecord,
  CommentVersion,
  DiscussionRecord,
  StatusChangeRecord,
  StoredDiscussion,
  TitleChangeRecord,
} from "../../store/discussion-store.ts";
import { changesPart, type RepoRef } from "../events/event-payload.ts";

/** Text of a hidden comment, as on the Hub; the Python client requires a text. */
const hiddenText = "This comment has been hidden";

/** Formats a discussion as an item of a list. */
export function discussionResponse(repo: RepoRef, discussion: StoredDiscussion) {
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

/** Conflicts and diff of a pull request. */
export interface PullRequestChanges {
  /** Paths of the conflicting files. */
  readonly conflicts: readonly string[];
  /** Diff in git's format; null if it was not requested. */
  readonly diff: string | null;
}

/** Formats a discussion with its events, and a pull request also with its changes. */
export function detailsResponse(
  repo: RepoRef,
  discussion: StoredDiscussion,
  records: readonly DiscussionRecord[],
  changes: PullRequestChanges | null,
) {
  const { base, mergeCommitId } = discussion;
  return {
    ...discussionResponse(repo, discussion),
    events: records.map(recordResponse),
    ...(base === null || changes === null
      ? {}
      : {
          changes: changesPart(base, mergeCommitId),
          filesWithConflicts: [...changes.conflicts],
          ...(changes.diff === null ? {} : { diff: changes.diff }),
        }),
  };
}

/** Formats an event of a discussion as `deserialize_event` of the Python client expects it. */
function recordResponse(record: DiscussionRecord) {
  switch (record.type) {
    case "comment":
      return commentResponse(record);
    case "title-change":
      return titleResponse(record);
    case "status-change":
      return statusResponse(record);
    case "commit":
      return { ...record, author: { name: record.author } };
  }
}

export function titleResponse(record: TitleChangeRecord) {
  return { ...record, author: { name: record.author } };
}

export function statusResponse(record: StatusChangeRecord) {
  return { ...record, author: { name: record.author } };
}

/** Formats a comment. `history` holds all versions but the newest, so its length is the number of edits. */
export function commentResponse({ data: { versions, hidden }, author, ...record }: CommentRecord) {
  const hiddenVersion = { content: hiddenText, author, writtenAt: hidden?.at ?? record.createdAt };
  const history = versions.slice(0, -1).map(versionResponse);
  return {
    ...record,
    author: { name: author },
    data: {
      edited: history.length > 0,
      hidden: hidden !== null,
      ...(hidden === null ? {} : { hiddenBy: hidden.by }),
      numEdits: history.length,
      latest: versionResponse(versions.at(-1) ?? hiddenVersion),
      history,
    },
  };
}

function versionResponse({ content, author, writtenAt }: CommentVersion) {
  return { raw: content, html: asHtml(content), updatedAt: writtenAt, author: { name: author } };
}

/** Formats text as an escaped HTML paragraph. A local hub does not render Markdown. */
function asHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p>${escaped.replaceAll("\n", "<br>")}</p>`;
}
