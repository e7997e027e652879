import { describe, expect, it } from "vitest";
import { levelConflict } from "../../../../src/policy/rules/level-conflict.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(metaField: string, level: unknown, thresholdField: string, twin: unknown) {
  return ruleFindings(levelConflict, (policy) => {
    Object.assign(policy.meta, { [metaField]: level });
    Object.assign(policy.compliance_thresholds, { [thresholdField]: twin });
  });
}

describe("level-conflict", () => {
  it("is at the threshold and offers the level of meta as an unsafe fix", () => {
    expect(judged("asil_level", "ASIL-D", "asil_level", "B")).toEqual([
      {
        path: "/compliance_thresholds/asil_level",
        message: 'asil_level is "B", and meta.asil_level is "ASIL-D"',
        hint: "write the same level in both, or state it once",
        fix: {
          title: 'change to "ASIL-D"',
          edits: [{ kind: "set", path: "/compliance_thresholds/asil_level", value: "ASIL-D" }],
          safe: false,
        },
      },
    ]);
  });

  it.each([
    ["asil_level", "ASIL-D", "asil_level", "ASIL-D"],
    ["asil_level", "ASIL-D", "asil_level", "D"],
    ["asil_level", "ASIL-D", "asil_level", "asil d"],
    ["asil_level", "QM", "asil_level", "QM"],
    ["design_assurance_level", "DAL-A", "dal_level", "A"],
    ["design_assurance_level", "DAL-A", "dal_level", "DAL A"],
    ["bes_impact", "HIGH", "bes_impact_level", "High"],
    ["classification_ceiling", "TOP-SECRET", "classification_ceiling", "TOP SECRET"],
    ["maritime_security_level", "MARSEC-2", "marsec_level", "2"],
    ["maritime_security_level", "MARSEC-2", "marsec_level", 2],
    ["maritime_security_level", "MARSEC-2", "marsec_level", "MARSEC 2"],
  ])("meta.%s %j agrees with %s %j", (metaField, level, thresholdField, twin) => {
    expect(judged(metaField, level, thresholdField, twin)).toEqual([]);
  });

  it.each([
    ["asil_level", "ASIL-D", "asil_level", "ASIL-C"],
    ["asil_level", "ASIL-D", "asil_level", "QM"],
    ["asil_level", "ASIL-D", "asil_level", ""],
    ["design_assurance_level", "DAL-A", "dal_level", "ASIL-B"],
    ["bes_impact", "HIGH", "bes_impact_level", "LOW"],
    ["classification_ceiling", "SECRET", "classification_ceiling", "TOP-SECRET"],
    ["maritime_security_level", "MARSEC-2", "marsec_level", 3],
    ["maritime_security_level", "MARSEC-2", "marsec_level", true],
    ["maritime_security_level", "MARSEC-2", "marsec_level", ["MARSEC-2"]],
    ["maritime_security_level", "MARSEC-2", "marsec_level", { level: 2 }],
  ])("meta.%s %j conflicts with %s %j", (metaField, level, thresholdField, twin) => {
    expect(judged(metaField, level, thresholdField, twin)).toHaveLength(1);
  });

  it.each([
    ["design_assurance_level", "DAL-A", "design_assurance_level", "DAL-B"],
    ["bes_impact", "HIGH", "bes_impact", "LOW"],
    ["asil_level", "ASIL-A", "asil_level", null],
  ])("meta.%s %j has no twin in %s %j", (metaField, level, thresholdField, twin) => {
    expect(judged(metaField, level, thresholdField, twin)).toEqual([]);
  });

  it("has nothing against a level that is stated once", () => {
    expect(judged("asil_level", "ASIL-A", "other", 1)).toEqual([]);
    expect(judged("other", 1, "asil_level", "ASIL-A")).toEqual([]);
  });
});
