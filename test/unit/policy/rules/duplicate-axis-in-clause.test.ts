import { describe, expect, it } from "vitest";
import { duplicateAxisInClause } from "../../../../src/policy/rules/duplicate-axis-in-clause.ts";
import { paths, ruleFindings } from "../../../support/policy/rule-findings.ts";
import { mapping } from "../../../support/policy/valid-policy.ts";

describe("duplicate-axis-in-clause", () => {
  it("is at the later mapping and names the first", () => {
    const findings = ruleFindings(duplicateAxisInClause, (policy) => {
      policy.regulatory_clauses[1]!.lambda_axes = [mapping("Λ1"), mapping("Λ6", 0.5), mapping("Λ6", 0.6)];
    });
    expect(findings).toEqual([
      {
        path: "/regulatory_clauses/1/lambda_axes/2/axis",
        message: "HC-164.301 maps Λ6 twice, first in its mapping 2",
        hint: "keep one of the two, or map the intended axis here",
        fix: null,
      },
    ]);
  });

  it("reports each further mapping of the axis", () => {
    const findings = ruleFindings(duplicateAxisInClause, (policy) => {
      policy.regulatory_clauses[0]!.lambda_axes = [
        mapping("Λ6", 0.1),
        mapping("Λ6", 0.2),
        mapping("Λ1"),
        mapping("Λ6", 0.3),
      ];
    });
    expect(paths(findings)).toEqual([
      "/regulatory_clauses/0/lambda_axes/1/axis",
      "/regulatory_clauses/0/lambda_axes/3/axis",
    ]);
  });

  it("lets two clauses map the same axis", () => {
    const findings = ruleFindings(duplicateAxisInClause, (policy) => {
      for (const clause of policy.regulatory_clauses) clause.lambda_axes = [mapping("Λ6")];
    });
    expect(findings).toEqual([]);
  });

  it("offers to remove a mapping that says the same, and no other", () => {
    const twice = (first: ReturnType<typeof mapping>, second: ReturnType<typeof mapping>) =>
      ruleFindings(duplicateAxisInClause, (policy) => {
        policy.regulatory_clauses[0]!.lambda_axes = [first, second];
      })[0]?.fix;
    expect(twice(mapping("Λ6"), mapping("Λ6"))).toEqual({
      title: "remove the repeated mapping",
      edits: [{ kind: "remove", path: "/regulatory_clauses/0/lambda_axes/1" }],
      safe: true,
    });
    expect(twice(mapping("Λ6", 0.5), mapping("Λ6", 0.6))).toBeNull();
    expect(twice(mapping("Λ6"), mapping("Λ6", 0.5, "mandatory"))).toBeNull();
    expect(twice(mapping("Λ6"), { ...mapping("Λ6"), label: "Safety" })).toBeNull();
    expect(twice(mapping("Λ6"), { ...mapping("Λ6"), rationale: "Another reason why it is so." })).toBeNull();
  });
});
