import { describe, expect, it } from "vitest";
import { mandatoryAxisUncovered } from "../../../../src/policy/rules/mandatory-axis-uncovered.ts";
import { paths, ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("mandatory-axis-uncovered", () => {
  it("is at the axis in the list", () => {
    const findings = ruleFindings(mandatoryAxisUncovered, (policy) => {
      policy.regulatory_clauses.splice(4, 1);
      policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ4"];
    });
    expect(findings).toEqual([
      {
        path: "/compliance_thresholds/mandatory_axes/1",
        message: "Λ4 (Fairness) is mandatory, but no clause maps it",
        hint: "map Λ4 in a clause, or remove it from mandatory_axes",
        fix: null,
      },
    ]);
  });

  it("is content with any mapping, of weight 0 and for information", () => {
    const findings = ruleFindings(mandatoryAxisUncovered, (policy) => {
      for (const clause of policy.regulatory_clauses) {
        for (const one of clause.lambda_axes) [one.weight, one.enforcement] = [0, "informational"];
      }
    });
    expect(findings).toEqual([]);
  });

  it("does not take Λ1 for Λ10", () => {
    const findings = ruleFindings(mandatoryAxisUncovered, (policy) => {
      policy.regulatory_clauses.splice(2, 1);
      policy.compliance_thresholds.mandatory_axes = ["Λ10", "Λ1", "Λ9"];
    });
    expect(paths(findings)).toEqual([
      "/compliance_thresholds/mandatory_axes/1",
      "/compliance_thresholds/mandatory_axes/2",
    ]);
  });
});
