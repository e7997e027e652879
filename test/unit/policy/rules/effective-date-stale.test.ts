import { describe, expect, it } from "vitest";
import { effectiveDateStale } from "../../../../src/policy/rules/effective-date-stale.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(date: string, nowMs: number) {
  return ruleFindings(
    effectiveDateStale,
    (policy) => {
      policy.effective_date = date;
    },
    nowMs,
  );
}

const startMs = Date.UTC(2015, 0, 1);
const tenYearsMs = 3652.5 * 24 * 60 * 60 * 1000;

describe("effective-date-stale", () => {
  it("fires a millisecond after ten years of 365.25 days, and not before", () => {
    expect(judged("2015-01-01", startMs + tenYearsMs)).toEqual([]);
    expect(judged("2015-01-01", startMs + tenYearsMs + 1)).toEqual([
      {
        path: "/effective_date",
        message: "2015-01-01 is 10 years ago; a policy is expected to be reviewed within ten",
        hint: "review the policy, and set the day its new version takes effect",
        fix: null,
      },
    ]);
  });

  it("says how many years it is ago", () => {
    expect(judged("0001-01-01", Date.UTC(2026, 10, 20))[0]?.message).toContain("is 2025 years ago");
  });

  it("has nothing against a day to come", () => {
    expect(judged("9999-12-31", startMs)).toEqual([]);
  });

  it("leaves invalid dates to another rule", () => {
    expect(judged("1999-02-30", Date.UTC(2026, 10, 20))).toEqual([]);
    expect(judged("0000-01-01", Date.UTC(2026, 10, 20))).toEqual([]);
  });
});
