import { count } from "../../text/numbers.ts";
import type { Rule } from "./rule.ts";

/** 100 years of 365.25 days. */
const longestDays = 36_525;

export const retentionImplausible: Rule = {
  id: "retention-implausible",
  severity: "warning",
  summary: "Receipts are kept for more than 36,525 days, a hundred years.",
  explanation: "No regulation requires a century. Usually hours or seconds were written instead of days.",
  check(policy) {
    const days = policy.compliance_thresholds.receipt_retention_days;
    if (days <= longestDays) return [];
    return [
      {
        path: "/compliance_thresholds/receipt_retention_days",
        message: `${days < 1e15 ? count(days) : String(days)} days are more than a hundred years (${count(longestDays)} days)`,
        hint: "the unit is days: ten years are 3,653",
        fix: null,
      },
    ];
  },
};
