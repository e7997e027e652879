import { describe, expect, it } from "vitest";
import type { Enforcement } from "../../../../src/policy/policy.ts";
import { zeroMandatoryWeight } from "../../../../src/policy/rules/zero-mandatory-weight.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";
import { mapping } from "../../../support/policy/valid-policy.ts";

function withMappings(...mappings: readonly (readonly [number, Enforcement])[]) {
  return ruleFindings(zeroMandatoryWeight, (policy) => {
    for (const clause of policy.regulatory_clauses) clause.lambda_axes = [mapping("Λ2", 1, "recommended")];
    for (const [index, [weight, enforcement]] of mappings.entries()) {
      policy.regulatory_clauses[index]!.lambda_axes.push(mapping("Λ1", weight, enforcement));
    }
  });
}

describe("zero-mandatory-weight", () => {
  it("fires when all mandatory mappings weigh 0", () => {
    expect(withMappings([0, "mandatory"], [0, "mandatory"], [1, "recommended"])).toEqual([
      {
        path: "/regulatory_clauses",
        message: "the mandatory mappings have a total weight of 0",
        hint: "make at least one mapping mandatory with a weight above 0",
        fix: null,
      },
    ]);
  });

  it("fires if no mapping is mandatory, with its own message", () => {
    expect(withMappings([1, "informational"])[0]?.message).toBe("no mapping has enforcement mandatory");
  });

  it("is content with one mandatory mapping that weighs something", () => {
    expect(withMappings([0, "mandatory"], [Number.MIN_VALUE, "mandatory"])).toEqual([]);
  });
});
