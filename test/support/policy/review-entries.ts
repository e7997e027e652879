import type { EntryKind, ReviewEntry } from "../../../src/policy/review/review-entry.ts";

let count = 0;

/** Creates an entry with an ID of its own, a minute after the entry before. */
export function reviewEntry(kind: EntryKind, more: Partial<ReviewEntry> = {}): ReviewEntry {
  count += 1;
  return {
    id: `e${count}`,
    kind,
    clauseId: "A-100",
    clauseHash: "1".repeat(64),
    to: null,
    text: "",
    by: "ann",
    at: new Date(Date.UTC(2026, 10, 20) + count * 60_000).toISOString(),
    ...more,
  };
}
