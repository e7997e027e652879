import type { ClauseReview } from "./clause-review.ts";

/** Reason that a clause needs a reviewer: its flag, different verdicts, an edit after them, or no verdict at all. */
export type ClauseNeed = "flagged" | "disagreement" | "reopened" | "unseen";

/** Needs in the order in which a reviewer meets them. */
export const clauseNeeds = [
  "flagged",
  "disagreement",
  "reopened",
  "unseen",
] as const satisfies readonly ClauseNeed[];

const needs = {
  none: "unseen",
  approved: null,
  flagged: "flagged",
  disagreement: "disagreement",
  reopened: "reopened",
} as const satisfies Record<ClauseReview["standing"], ClauseNeed | null>;

/** Returns what a clause needs; null if nothing, as an approved clause. */
export function needOf({ standing }: Pick<ClauseReview, "standing">): ClauseNeed | null {
  return needs[standing];
}

/** Clause that needs a reviewer, by its index; the general provisions follow the last clause. */
export interface OpenClause {
  readonly clause: number;
  readonly need: ClauseNeed;
}

/** Returns the clauses that need a reviewer: flagged ones, then disagreements, reopened ones, and
 * those without a verdict. */
export function openClauses(reviews: readonly Pick<ClauseReview, "standing">[]): readonly OpenClause[] {
  const open = reviews.flatMap((review, clause): OpenClause[] => {
    const need = needOf(review);
    return need === null ? [] : [{ clause, need }];
  });
  return clauseNeeds.flatMap((need) => open.filter((one) => one.need === need));
}
