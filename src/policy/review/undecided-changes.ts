import type { PlacedChange } from "../diff/placed-changes.ts";
import type { ClauseReview } from "./clause-review.ts";
import { needOf } from "./needs.ts";

/**
 * Returns the index of the part that a change is in: its clause, or the general provisions, the last part. Null if it
 * is in none, as a removed clause.
 * @param parts number of parts
 */
export function partOfChange(
  { clause, field }: Pick<PlacedChange, "clause" | "field">,
  parts: number,
): number | null {
  const general = parts - 1;
  if (clause !== null) return clause < general ? clause : null;
  return field === null || parts === 0 ? null : general;
}

/**
 * Returns true if a value is weaker, and nobody has decided on it: an approval of its part, with its current content,
 * does.
 * @param reviews states of the parts, the general provisions last
 */
export function isUndecided(
  change: Pick<PlacedChange, "clause" | "field" | "direction">,
  reviews: readonly Pick<ClauseReview, "standing">[],
): boolean {
  if (change.direction !== "weakened") return false;
  const review = reviews[partOfChange(change, reviews.length) ?? -1];
  return review === undefined || needOf(review) !== null;
}
