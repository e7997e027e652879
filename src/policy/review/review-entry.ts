/** Verdicts on a clause. */
export const verdicts = ["approved", "flagged"] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * Kinds of entries: a verdict; `withdrawn`, which revokes the author's verdict; a comment; a reply to an
 * entry; and `resolved` and `reopened`, which close and open the thread of an entry.
 */
export const entryKinds = [...verdicts, "withdrawn", "comment", "reply", "resolved", "reopened"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Entry of a review. Entries never change: a later entry of the same person replaces an earlier one. */
export interface ReviewEntry {
  /** Unique within the review of a policy. */
  readonly id: string;
  readonly kind: EntryKind;
  /** ID of the clause, or that of the general provisions. */
  readonly clauseId: string;
  /** `clauseHash` of what the author saw. */
  readonly clauseHash: string;
  /** ID of the entry that a reply answers, or whose thread is resolved or reopened; null for other kinds. */
  readonly to: string | null;
  /** Reason of a flag, or text of a comment or reply; may be empty. */
  readonly text: string;
  /** Name of the author. */
  readonly by: string;
  /** Time of the entry, ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * Returns the entries oldest first, each ID once. At the same time, the order is `entryKinds`: a verdict, a comment,
 * its reply, the end of its thread.
 */
export function inOrder(entries: readonly ReviewEntry[]): readonly ReviewEntry[] {
  const unique = new Map(entries.map((entry) => [entry.id, entry]));
  return [...unique.values()].toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) ||
      entryKinds.indexOf(one.kind) - entryKinds.indexOf(other.kind) ||
      (one.id < other.id ? -1 : 1),
  );
}
