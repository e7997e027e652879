import { calendarDay } from "../fields/calendar-day.ts";
import type { Rule } from "./rule.ts";

export const invalidCalendarDate: Rule = {
  id: "invalid-calendar-date",
  severity: "error",
  summary: "The effective date does not exist.",
  explanation:
    "The date has the form year-month-day, but the calendar has no such day, for example February 30. It is unclear when the policy takes effect.",
  check(policy) {
    const day = calendarDay(policy.effective_date);
    if (day.exists) return [];
    return [
      {
        path: "/effective_date",
        message: `the date ${policy.effective_date} does not exist: ${day.why}`,
        hint: "write year-month-day, for example 2025-07-01",
        fix: null,
      },
    ];
  },
};
