import { describe, expect, it } from "vitest";
import { invalidCalendarDate } from "../../../../src/policy/rules/invalid-calendar-date.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(date: string) {
  return ruleFindings(invalidCalendarDate, (policy) => {
    policy.effective_date = date;
  });
}

describe("invalid-calendar-date", () => {
  it("says why there is no such day", () => {
    expect(judged("2025-02-30")).toEqual([
      {
        path: "/effective_date",
        message: "the date 2025-02-30 does not exist: 2025-02 has 28 days",
        hint: "write year-month-day, for example 2025-07-01",
        fix: null,
      },
    ]);
  });

  it.each([
    ["2025-13-45", "there is no month 13"],
    ["2025-00-10", "there is no month 0"],
    ["2025-01-00", "there is no day 0"],
    ["2025-01-32", "2025-01 has 31 days"],
    ["2025-04-31", "2025-04 has 30 days"],
    ["2025-12-99", "2025-12 has 31 days"],
    ["2024-02-30", "2024-02 has 29 days"],
    ["1900-02-29", "1900-02 has 28 days"],
    ["2100-02-29", "2100-02 has 28 days"],
    ["0000-01-01", "there is no year 0"],
  ])("%s: %s", (date, why) => {
    expect(judged(date)[0]?.message).toBe(`the date ${date} does not exist: ${why}`);
  });

  it.each(["2024-02-29", "2000-02-29", "2025-01-31", "2025-12-31", "0001-01-01", "9999-12-31"])(
    "%s is a day",
    (date) => {
      expect(judged(date)).toEqual([]);
    },
  );

  it("agrees with the built-in calendar on every day and every impossible day of four years", () => {
    for (let year = 2097; year <= 2100; year++) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const date = [String(year), ...[month, day].map((n) => String(n).padStart(2, "0"))].join("-");
          const built = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
          expect(judged(date).length === 0, date).toBe(built === date);
        }
      }
    }
  });
});
