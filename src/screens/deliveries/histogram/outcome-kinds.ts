import type { Outcome } from "../../../model/delivery.ts";
import type { OutcomeCounts } from "../../../store/delivery-log.ts";
import { type OutcomeStyle, outcomeStyles } from "../../../tables/outcome-styles.ts";

/** Outcomes that the histogram counts together. */
interface OutcomeKind extends OutcomeStyle {
  readonly outcomes: readonly Outcome[];
}

export const outcomeKinds: readonly OutcomeKind[] = [
  { ...outcomeStyles.accepted, outcomes: ["accepted", "handled"] },
  { ...outcomeStyles.failed, outcomes: ["failed"] },
  { ...outcomeStyles.rejected, outcomes: ["rejected"] },
  { ...outcomeStyles.interrupted, outcomes: ["interrupted"] },
  { ...outcomeStyles.superseded, outcomes: ["superseded"] },
  { ...outcomeStyles.pending, outcomes: ["pending"] },
];

/** Returns the number of deliveries with some outcomes. */
export function numberOf(counts: readonly OutcomeCounts[], outcomes: readonly Outcome[]): number {
  return counts.reduce((sum, one) => outcomes.reduce((part, outcome) => part + one[outcome], sum), 0);
}
