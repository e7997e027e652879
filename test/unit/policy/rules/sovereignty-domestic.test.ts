import { describe, expect, it } from "vitest";
import type { Axis } from "../../../../src/policy/policy.ts";
import { sovereigntyDomestic } from "../../../../src/policy/rules/sovereignty-domestic.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(jurisdiction: string, mandatory: Axis[]) {
  return ruleFindings(sovereigntyDomestic, (policy) => {
    policy.jurisdiction = jurisdiction;
    policy.compliance_thresholds.mandatory_axes = mandatory;
  });
}

describe("sovereignty-domestic", () => {
  it("is at Λ10 in mandatory_axes and suggests a review", () => {
    expect(judged("US-Federal/DoD", ["Λ6", "Λ10"])).toEqual([
      {
        path: "/compliance_thresholds/mandatory_axes/1",
        message: 'Λ10 (Sovereignty) is mandatory in the domestic jurisdiction "US-Federal/DoD"',
        hint: "review whether sovereignty must be mandatory here",
        fix: null,
      },
    ]);
  });

  it.each(["EU", "US-California", "us-federal", "Non-US-Federal", " US-Federal"])(
    "does not fire in %j",
    (jurisdiction) => {
      expect(judged(jurisdiction, ["Λ10"])).toEqual([]);
    },
  );

  it("does not fire where Λ10 is mapped and not mandatory", () => {
    expect(judged("US-Federal", ["Λ1"])).toEqual([]);
  });
});
