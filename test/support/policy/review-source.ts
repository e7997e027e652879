import type { ReviewSource } from "../../../src/policy/report/review/review-report.ts";
import type { EntryKind, ReviewEntry } from "../../../src/policy/review/review-entry.ts";
import { reviewedClauses } from "../../../src/policy/review/reviewed-clauses.ts";
import { unsealed } from "../../../src/policy/seal/seal-state.ts";
import { checked } from "./checked.ts";
import { reviewEntry } from "./review-entries.ts";
import type { TestPolicy } from "./valid-policy.ts";

/** Creates an entry on the current content of a clause of a policy; the general provisions follow the last clause. */
export function entryOn(
  policy: TestPolicy,
  index: number,
  kind: EntryKind,
  more: Partial<ReviewEntry> = {},
): ReviewEntry {
  const part = reviewedClauses(policy)[index];
  return reviewEntry(kind, { clauseId: part?.id ?? "", clauseHash: part?.hash ?? "", ...more });
}

/** Creates the source of a report: a policy that is not sealed, with these entries. */
export function reviewSource(
  policy: TestPolicy,
  entries: readonly ReviewEntry[] = [],
  more: Partial<ReviewSource> = {},
): ReviewSource {
  return {
    check: checked(policy).check,
    sha256: "a".repeat(64),
    entries,
    problem: null,
    older: { revision: "HEAD", commit: null, version: { why: "it is not in a git repository" } },
    seal: { state: unsealed, receipts: [], changes: null },
    ...more,
  };
}
