import type { Standing } from "../../review/clause-review.ts";

/** Describes the state of a clause's review. The signs differ in shape, because a report may have no colors. */
export const standingWords: Readonly<Record<Standing, string>> = {
  none: "not reviewed",
  approved: "✓ approved",
  flagged: "⚑ flagged",
  disagreement: "≠ disagreement",
  reopened: "↺ edited since",
};
