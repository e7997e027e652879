import { describe, expect, it } from "vitest";
import { mandatoryAxisNotEnforced } from "../../../../src/policy/rules/mandatory-axis-not-enforced.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("mandatory-axis-not-enforced", () => {
  it("is at the axis in the list and names the clauses that could enforce it", () => {
    const findings = ruleFindings(mandatoryAxisNotEnforced, (policy) => {
      policy.regulatory_clauses[0]!.lambda_axes[0]!.enforcement = "informational";
    });
    expect(findings).toEqual([
      {
        path: "/compliance_thresholds/mandatory_axes/0",
        message: "Λ3 (Privacy) is mandatory, but no mapping of it has enforcement mandatory",
        hint: "make it mandatory in HC-164.300, HC-164.307, or remove it from mandatory_axes",
        fix: null,
      },
    ]);
  });

  it("offers to make the only mapping mandatory, to be decided by a person", () => {
    const [finding] = ruleFindings(mandatoryAxisNotEnforced, (policy) => {
      policy.compliance_thresholds.mandatory_axes = ["Λ8"];
    });
    expect(finding?.fix).toEqual({
      title: "make it mandatory in HC-164.305",
      edits: [{ kind: "set", path: "/regulatory_clauses/5/lambda_axes/1/enforcement", value: "mandatory" }],
      safe: false,
    });
  });

  it("is content with one mandatory mapping among others, also of weight 0", () => {
    const findings = ruleFindings(mandatoryAxisNotEnforced, (policy) => {
      policy.regulatory_clauses[0]!.lambda_axes[0]!.weight = 0;
    });
    expect(findings).toEqual([]);
  });

  it("leaves an axis that is not mapped to another rule", () => {
    const findings = ruleFindings(mandatoryAxisNotEnforced, (policy) => {
      policy.regulatory_clauses.splice(4, 1);
      policy.compliance_thresholds.mandatory_axes = ["Λ4"];
    });
    expect(findings).toEqual([]);
  });
});
