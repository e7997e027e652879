import { describe, expect, it } from "vitest";
import { retentionImplausible } from "../../../../src/policy/rules/retention-implausible.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(days: number) {
  return ruleFindings(retentionImplausible, (policy) => {
    policy.compliance_thresholds.receipt_retention_days = days;
  });
}

describe("retention-implausible", () => {
  it("fires above 36,525 days, a hundred years", () => {
    expect(judged(36_525)).toEqual([]);
    expect(judged(36_526)).toEqual([
      {
        path: "/compliance_thresholds/receipt_retention_days",
        message: "36,526 days are more than a hundred years (36,525 days)",
        hint: "the unit is days: ten years are 3,653",
        fix: null,
      },
    ]);
  });

  it("has nothing against the least the schema allows", () => {
    expect(judged(365)).toEqual([]);
  });

  it("writes a number too large to be counted as it is", () => {
    expect(judged(1e300)[0]?.message).toBe("1e+300 days are more than a hundred years (36,525 days)");
  });
});
