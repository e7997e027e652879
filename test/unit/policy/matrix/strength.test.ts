import { describe, expect, it } from "vitest";
import { coverage } from "../../../../src/policy/matrix/coverage.ts";
import { strengthOf } from "../../../../src/policy/matrix/weights.ts";
import type { AxisMapping } from "../../../../src/policy/policy.ts";
import { mapping } from "../../../support/policy/valid-policy.ts";

const policyOf = (mandatory: readonly string[], ...clauses: readonly (readonly AxisMapping[])[]) => ({
  compliance_thresholds: { mandatory_axes: mandatory },
  regulatory_clauses: clauses.map((mappings) => ({ lambda_axes: mappings })),
});
const strength = (...policy: Parameters<typeof policyOf>) => strengthOf(coverage(policyOf(...policy)));

describe("the strength of a policy", () => {
  it("is the smallest sum of mandatory weights over its mandatory axes", () => {
    const first = [mapping("Λ3", 0.5, "mandatory"), mapping("Λ9", 0.8, "mandatory")];
    const second = [mapping("Λ3", 0.7, "mandatory"), mapping("Λ1", 0.1, "mandatory")];
    expect(strength(["Λ3", "Λ9"], first, second)).toEqual({ axis: "Λ9", weight: 0.8 });
  });

  it("does not count weights that are not mandatory", () => {
    const clause = [mapping("Λ3", 0.9, "recommended"), mapping("Λ9", 0.2, "mandatory")];
    expect(strength(["Λ9", "Λ3"], clause)).toEqual({ axis: "Λ3", weight: 0 });
  });

  it("is 0 at a mandatory axis that no clause maps", () => {
    expect(strength(["Λ3", "Λ5"], [mapping("Λ3", 1, "mandatory")])).toEqual({ axis: "Λ5", weight: 0 });
  });

  it("names the first of equally weak axes in the order of mandatory_axes", () => {
    const clause = [mapping("Λ1", 0.4, "mandatory"), mapping("Λ2", 0.4, "mandatory")];
    expect(strength(["Λ2", "Λ1"], clause)).toEqual({ axis: "Λ2", weight: 0.4 });
  });

  it("is null without a mandatory axis, for any value", () => {
    expect(strength([], [mapping("Λ1", 1, "mandatory")])).toBeNull();
    expect(strengthOf(coverage(null))).toBeNull();
    expect(strengthOf(coverage({ compliance_thresholds: { mandatory_axes: ["Λ11", 3] } }))).toBeNull();
  });
});
