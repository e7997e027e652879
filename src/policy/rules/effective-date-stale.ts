import { calendarDay } from "../fields/calendar-day.ts";
import type { Rule } from "./rule.ts";

const yearMs = 365.25 * 86_400_000;

export const effectiveDateStale: Rule = {
  id: "effective-date-stale",
  severity: "warning",
  summary: "The effective date is more than ten years (3,652.5 days) ago.",
  explanation:
    "Regulations change faster than that, and the texts that the policy cites have probably changed. Review the policy, and set the day its new version takes effect.",
  check(policy, { nowMs }) {
    const day = calendarDay(policy.effective_date);
    if (!day.exists || nowMs - day.startMs <= 10 * yearMs) return [];
    return [
      {
        path: "/effective_date",
        message: `${policy.effective_date} is ${Math.floor((nowMs - day.startMs) / yearMs)} years ago; a policy is expected to be reviewed within ten`,
        hint: "review the policy, and set the day its new version takes effect",
        fix: null,
      },
    ];
  },
};
