import { describe, expect, it } from "vitest";
import { mandatoryAxisZeroWeight } from "../../../../src/policy/rules/mandatory-axis-zero-weight.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";
import type { TestPolicy } from "../../../support/policy/valid-policy.ts";

describe("mandatory-axis-zero-weight", () => {
  const weigh = (first: number, second: number) => (policy: TestPolicy) => setWeights(policy, first, second);

  it("fires when every mapping of the axis weighs 0", () => {
    expect(ruleFindings(mandatoryAxisZeroWeight, weigh(0, 0))).toEqual([
      {
        path: "/compliance_thresholds/mandatory_axes/0",
        message: "Λ3 (Privacy) is mandatory, but every mapping of it has weight 0",
        hint: "give it a weight above 0 in HC-164.300, HC-164.307",
        fix: null,
      },
    ]);
  });

  it.each([
    [0, 0.01],
    [0.01, 0],
    [1, 1],
  ])("is content with weights %j and %j", (first, second) => {
    expect(ruleFindings(mandatoryAxisZeroWeight, weigh(first, second))).toEqual([]);
  });

  it("leaves an axis that is not mapped to another rule", () => {
    const findings = ruleFindings(mandatoryAxisZeroWeight, (policy) => {
      policy.regulatory_clauses.splice(4, 1);
      policy.compliance_thresholds.mandatory_axes = ["Λ4"];
    });
    expect(findings).toEqual([]);
  });

  it("fires for an axis that is not enforced either", () => {
    const findings = ruleFindings(mandatoryAxisZeroWeight, (policy) => {
      setWeights(policy, 0, 0);
      policy.regulatory_clauses[0]!.lambda_axes[0]!.enforcement = "recommended";
    });
    expect(findings).toHaveLength(1);
  });
});

/** Sets the weights of the two mappings of Λ3. */
function setWeights(policy: TestPolicy, first: number, second: number): void {
  policy.regulatory_clauses[0]!.lambda_axes[0]!.weight = first;
  policy.regulatory_clauses[7]!.lambda_axes[1]!.weight = second;
}
