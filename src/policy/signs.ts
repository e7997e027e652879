import { v } from "../text/visible.ts";

/**
 * Signs of what is said about a policy. Signs that stand beside each other differ in shape, because a terminal or a
 * report may have no colors.
 */
export const signs = {
  ok: v`✓`,
  error: v`✗`,
  warning: v`▲`,
  weaker: v`▼`,
  stronger: v`▲`,
  changed: v`=`,
  deleted: v`−`,
  flagged: v`⚑`,
  /** Verdicts or versions that differ. */
  differs: v`≠`,
  edited: v`↺`,
  comment: v`✎`,
  reply: v`↳`,
  /** Axis with a single clause. */
  single: v`¹`,
  /** Axis whose weight is the strength of the policy. */
  strength: v`⇣`,
  waiting: v`⋯`,
  neutral: v`·`,
} as const;
