import { describe, expect, it } from "vitest";
import { axes, axisLabels } from "../../../../src/policy/policy.ts";
import { axisLabelMismatch } from "../../../../src/policy/rules/axis-label-mismatch.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("axis-label-mismatch", () => {
  it("says which label the axis has, which axis the label has, and offers the label", () => {
    const findings = ruleFindings(axisLabelMismatch, (policy) => {
      policy.regulatory_clauses[1]!.lambda_axes[1]!.label = "Security";
    });
    const path = "/regulatory_clauses/1/lambda_axes/1/label";
    expect(findings).toEqual([
      {
        path,
        message: 'Λ7 is Auditability, not "Security"',
        hint: "write Auditability, or map Λ6, which is Security",
        fix: {
          title: 'change to "Auditability"',
          edits: [{ kind: "set", path, value: "Auditability" }],
          safe: true,
        },
      },
    ]);
  });

  it.each(axes.flatMap((axis) => axes.map((other) => [axis, axisLabels[other], axis === other] as const)))(
    "of %s labelled %s: agrees %j",
    (axis, label, agrees) => {
      const findings = ruleFindings(axisLabelMismatch, (policy) => {
        policy.regulatory_clauses[0]!.lambda_axes = [{ axis, label, weight: 1, enforcement: "mandatory" }];
      });
      expect(findings).toHaveLength(agrees ? 0 : 1);
    },
  );
});
