import { dateTime } from "../../../text/clock-time.ts";
import type { EntryKind, ReviewEntry } from "../../review/review-entry.ts";
import { signs } from "../../signs.ts";

/** Entry of a review in words. */
export interface Statement {
  /** `⚑ flagged by bob, 2026-11-22 09:51 UTC`. */
  readonly words: string;
  /** Reason, comment or reply; may be empty, and have several lines. */
  readonly text: string;
}

/** Describes an entry. @param notes remarks after its time */
export function statement({ kind, by, at, text }: ReviewEntry, notes: readonly string[] = []): Statement {
  const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  return { words: `${kindWords[kind]} by ${by}, ${reportTime(at)}${note}`, text: text.trim() };
}

/** Words of the kinds of entries. */
export const kindWords: Readonly<Record<EntryKind, string>> = {
  approved: `${signs.ok} approved`,
  flagged: `${signs.flagged} flagged`,
  withdrawn: `${signs.neutral} verdict withdrawn`,
  comment: `${signs.comment} comment`,
  reply: `${signs.reply} reply`,
  resolved: `${signs.neutral} discussion resolved`,
  reopened: `${signs.neutral} discussion reopened`,
};

/** Formats a time in UTC, because readers of a report are in any zone: `2026-11-22 09:51 UTC`. */
export function reportTime(at: string): string {
  return `${dateTime(Date.parse(at), "utc", "minute")} UTC`;
}

/** Returns the lines of a text, without empty ones. */
export function textLines(text: string): readonly string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).filter((row) => row.trim() !== "");
}
