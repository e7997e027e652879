import { describe, expect, it } from "vitest";
import { coverageBelowMinimum } from "../../../../src/policy/rules/coverage-below-minimum.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";
import { mapping } from "../../../support/policy/valid-policy.ts";

describe("coverage-below-minimum", () => {
  it("is at the minimum and names the unmapped axes", () => {
    const findings = ruleFindings(coverageBelowMinimum, (policy) => {
      policy.regulatory_clauses.splice(3, 3);
    });
    expect(findings).toEqual([
      {
        path: "/compliance_thresholds/minimum_lambda_coverage",
        message: "the coverage is 7; the minimum is 10",
        hint: "also map Λ4 Fairness, Λ5 Safety, Λ8 Robustness",
        fix: null,
      },
    ]);
  });

  it("leaves the choice where more axes are open than are asked for", () => {
    const [finding] = ruleFindings(coverageBelowMinimum, (policy) => {
      policy.regulatory_clauses.splice(3, 3);
      policy.compliance_thresholds.minimum_lambda_coverage = 8;
    });
    expect(finding?.hint).toBe("map 1 more: any of Λ4 Fairness, Λ5 Safety, Λ8 Robustness");
  });

  it.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [10, 1],
  ])("with two axes mapped, many times, and a minimum of %i: %i findings", (minimum, count) => {
    const findings = ruleFindings(coverageBelowMinimum, (policy) => {
      for (const clause of policy.regulatory_clauses) clause.lambda_axes = [mapping("Λ1"), mapping("Λ10")];
      policy.compliance_thresholds.minimum_lambda_coverage = minimum;
    });
    expect(findings).toHaveLength(count);
  });
});
