import type { PolicyCheck } from "../../check-document.ts";
import { clauseName, readableClauses } from "../../matrix/readable-policy.ts";
import { type OpenClauseKind, openKindOf } from "../../open-items.ts";
import { clauseReviews, openThreads, type Standing } from "../../review/clause-review.ts";
import { generalId, generalTitle } from "../../review/general-provisions.ts";
import type { ReviewEntry } from "../../review/review-entry.ts";
import { reviewedClauses } from "../../review/reviewed-clauses.ts";
import { firstError, nameOf } from "../checked-text.ts";

/** Review of a clause, or of the general provisions, which are the last part. */
export interface ReviewedPart {
  readonly id: string;
  readonly title: string | null;
  readonly line: number;
  readonly standing: Standing;
  /** Reason that it needs a reviewer; null if it is approved. */
  readonly need: OpenClauseKind | null;
  readonly verdicts: readonly {
    readonly kind: "approved" | "flagged";
    readonly by: string;
    readonly at: string;
    readonly text: string;
    /** True if the clause was edited after it. */
    readonly edited: boolean;
  }[];
  /** Number of discussions that are not resolved. */
  readonly openThreads: number;
}

/** Review of a policy, part by part: `policy review ls` and `check` report it. */
export interface ReviewedPolicy {
  readonly file: string;
  readonly clauses: readonly ReviewedPart[];
  /** Reason that the policy or a part of its review cannot be read; null if all of it can. */
  readonly problem: string | null;
}

/** Returns the review of a policy. @param problem reason that a part of the review cannot be read; null if all of it can */
export function reviewedPolicy(
  check: PolicyCheck,
  entries: readonly ReviewEntry[],
  problem: string | null,
): ReviewedPolicy {
  const { document } = check;
  const file = nameOf(check);
  if (document === null) return { file, clauses: [], problem: firstError(check) };
  const reviews = clauseReviews(reviewedClauses(document.value), entries);
  const written = readableClauses(document.value);
  const clauses = reviews.map((review, index): ReviewedPart => {
    const clause = written[index];
    const place =
      clause === undefined ? document.keyPlace("/compliance_thresholds") : document.valuePlace(clause.path);
    return {
      id: clause === undefined ? generalId : clauseName(clause),
      title: clause === undefined ? generalTitle : clause.title,
      line: place?.line ?? 1,
      standing: review.standing,
      need: openKindOf(review),
      verdicts: review.verdicts.map(({ entry: { kind, by, at, text }, isOld }) => ({
        kind,
        by,
        at,
        text,
        edited: isOld,
      })),
      openThreads: openThreads(review).length,
    };
  });
  return { file, clauses, problem };
}
