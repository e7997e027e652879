import type { ReviewSource } from "../../../src/policy/report/review/review-report.ts";
import { clauseHash } from "../../../src/policy/review/clause-hash.ts";
import type { EntryKind, ReviewEntry } from "../../../src/policy/review/review-entry.ts";
import { unsealed } from "../../../src/policy/seal/seal-state.ts";
import { checked } from "./checked.ts";
import { reviewEntry } from "./review-entries.ts";
import type { TestPolicy } from "./valid-policy.ts";

/** Creates an entry on the current content of a clause of a policy. */
export function entryOn(
  policy: TestPolicy,
  index: number,
  kind: EntryKind,
  more: Partial<ReviewEntry> = {},
): ReviewEntry {
  const clause = policy.regulatory_clauses[index];
  return reviewEntry(kind, {
    clauseId: clause?.clause_id ?? "",
    clauseHash: clauseHash(clause) ?? "",
    ...more,
  });
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
