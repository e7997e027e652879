import type { Outcome } from "../../../model/delivery.ts";
import type { OutcomeCounts } from "../../../store/delivery-log.ts";
import type { Tone } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";

/** Outcomes that the histogram counts together. */
export interface OutcomeKind {
  readonly glyph: Visible;
  readonly word: Visible;
  readonly tone: Tone;
  readonly outcomes: readonly Outcome[];
}

export const outcomeKinds: readonly OutcomeKind[] = [
  { glyph: v`✓`, word: v`ok`, tone: "ok", outcomes: ["accepted", "handled"] },
  { glyph: v`✗`, word: v`failed`, tone: "error", outcomes: ["failed"] },
  { glyph: v`⊘`, word: v`rejected`, tone: "error", outcomes: ["rejected"] },
  { glyph: v`‼`, word: v`interrupted`, tone: "error", outcomes: ["interrupted"] },
  { glyph: v`⋯`, word: v`pending`, tone: "muted", outcomes: ["pending"] },
];

/** Returns the number of deliveries with some outcomes. */
export function numberOf(counts: readonly OutcomeCounts[], outcomes: readonly Outcome[]): number {
  return counts.reduce((sum, one) => outcomes.reduce((part, outcome) => part + one[outcome], sum), 0);
}
