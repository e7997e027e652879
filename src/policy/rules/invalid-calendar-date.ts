import { calendarDay } from "../fields/calendar-day.ts";
import type { Rule } from "./rule.ts";

export const invalidCalendarDate: Rule = {
  id: "invalid-calendar-date",
  severity: "error",
  summary: "The effective date is not a day of the calendar.",
  explanation:
    "The date has the form year-month-day, but no such day exists, like the 30th of February. It is unclear when the policy takes effect.",
  check(policy) {
    const day = calendarDay(policy.effective_date);
    if (day.exists) return [];
    return [
      {
        path: "/effective_date",
        message: `${policy.effective_date} is not a day of the calendar: ${day.why}`,
        hint: "write year-month-day, for example 2025-07-01",
        fix: null,
      },
    ];
  },
};
