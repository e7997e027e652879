import type { ClauseReview, Thread } from "../../../policy/review/clause-review.ts";
import type { EntryKind, ReviewEntry } from "../../../policy/review/review-entry.ts";
import { signs } from "../../../policy/signs.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { type Line, line, lineWidth, type Span, span, type Tone } from "../../../text/line.ts";
import { fit } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { sectionRule } from "../lines/labeled-lines.ts";
import { authorName } from "../lines/review-words.ts";

/** Minimum columns of an entry's author, and its maximum share of the width. */
const nameColumns = 10;
const nameShare = 0.2;
/** Minimum columns of a text beside its author. */
const minTextColumns = 24;

/**
 * Formats the discussion of a clause below a rule, as the report does: verdicts and comments, oldest first, each with its
 * replies. Empty if there is none.
 */
export function discussionLines(
  { threads }: ClauseReview,
  reviewer: string,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  const names = threads
    .flatMap(({ root, replies }) => [root, ...replies])
    .map(({ by }) => displayWidth(v`${authorName(by, reviewer)}`));
  const name = Math.max(nameColumns, Math.min(Math.max(0, ...names), Math.floor(width * nameShare)));
  if (threads.length === 0) return [];
  const layout = { reviewer, width, zone, name };
  return [sectionRule(v`discussion`, width), ...threads.flatMap((thread) => threadLines(thread, layout))];
}

interface DiscussionLayout {
  readonly reviewer: string;
  readonly width: number;
  readonly zone: TimeZone;
  /** Columns of an author. */
  readonly name: number;
}

function threadLines(thread: Thread, layout: DiscussionLayout): readonly Line[] {
  const { root, replies, resolved, isOld, counts, isWithdrawn } = thread;
  const notes = [
    ...(isOld ? ["before the last edit"] : []),
    ...(counts ? [] : [isWithdrawn ? "withdrawn" : "replaced"]),
    ...(resolved === null ? [] : [`resolved by ${authorName(resolved.by, layout.reviewer)}`]),
  ];
  const note = notes.length === 0 ? "" : `(${notes.join(", ")})`;
  const tone = resolved === null && counts ? "plain" : "muted";
  const lines = (entry: ReviewEntry, rest: string) => entryLines(entry, rest, tone, layout);
  return [...lines(root, note), ...replies.flatMap((reply) => lines(reply, ""))];
}

const kindStyles = {
  approved: [signs.ok, "ok"],
  flagged: [signs.flagged, "error"],
  comment: [signs.comment, "accent"],
  reply: [signs.reply, "muted"],
  withdrawn: [signs.neutral, "muted"],
  resolved: [signs.neutral, "muted"],
  reopened: [signs.neutral, "muted"],
} as const satisfies Record<EntryKind, readonly [Visible, Tone]>;

/** Describes entries without a text. */
const words: Partial<Record<EntryKind, string>> = { approved: "approved", flagged: "flagged" };

function entryLines(
  { kind, by, at, text }: ReviewEntry,
  note: string,
  tone: Tone,
  { reviewer, width, zone, name }: DiscussionLayout,
): readonly Line[] {
  const [sign, signTone] = kindStyles[kind];
  const head: readonly Span[] = [
    span(v` ${sign} `, signTone),
    span(fit(v`${authorName(by, reviewer)}`, name), "strong"),
    span(v` ${dateTime(Date.parse(at), zone, "minute")}  `, "muted"),
  ];
  const headColumns = lineWidth(line(...head));
  const said = text.trim() === "" ? (words[kind] ?? "") : text.replaceAll(/\s+/g, " ").trim();
  const prose = [said, note].filter((part) => part !== "").join(" ");
  if (width >= headColumns + minTextColumns) {
    const [first, ...rest] = wrapWords(span(v`${prose}`, tone), width - headColumns);
    const indent = span(v`${" ".repeat(headColumns)}`);
    return [line(...head, ...(first?.spans ?? [])), ...rest.map((row) => line(indent, ...row.spans))];
  }
  return [
    line(...head),
    ...wrapWords(span(v`${prose}`, tone), Math.max(1, width - 3)).map((row) =>
      line(span(v`   `), ...row.spans),
    ),
  ];
}

/** Returns an entry on one line, to choose from: `⚑ bob: Needs counsel`. */
export function entryTitle({ kind, by, text }: ReviewEntry, reviewer: string): Visible {
  const [sign] = kindStyles[kind];
  const said = text.trim() === "" ? (words[kind] ?? "") : text.replaceAll(/\s+/g, " ").trim();
  return v`${sign} ${authorName(by, reviewer)}: ${said}`;
}
