import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../src/policy/check.ts";
import { restatements } from "../../../src/policy/dedupe-findings.ts";
import { rules } from "../../../src/policy/rules/index.ts";
import { schemaCases } from "../../support/policy/schema-cases.ts";
import {
  mapping,
  testNowMs as nowMs,
  type TestPolicy,
  validPolicy,
} from "../../support/policy/valid-policy.ts";

/** Returns the findings of the valid policy after a change, as ID and message. */
function findings(change: (policy: TestPolicy) => void, schemaOnly = false) {
  const policy = validPolicy();
  change(policy);
  const check = checkPolicy(JSON.stringify(policy), { nowMs, schemaOnly });
  return check.findings.map(({ rule, keyword, message }) => [rule ?? keyword, message]);
}

describe("one fault of the quorum has one finding, of three nodes", () => {
  test.each([
    ["0-of-3", "quorum-zero", ""],
    ["0-of-4", "quorum-zero", "; only 3 nodes are listed"],
    ["1-of-3", "quorum-no-majority", ""],
    ["3-of-2", "quorum-impossible", ""],
    ["4-of-3", "quorum-impossible", "; only 3 nodes are listed"],
    ["5-of-4", "quorum-impossible", "; only 3 nodes are listed"],
    ["4-of-4", "quorum-exceeds-nodes", ""],
    ["4-of-8", "quorum-exceeds-nodes", "; it is not a majority"],
    ["3-of-4", "quorum-total-exceeds-nodes", ""],
    ["2-of-4", "quorum-total-exceeds-nodes", "; it is not a majority"],
  ])("%s: %s%s", (quorum, id, added) => {
    const found = findings((policy) => {
      policy.receipt_chain.quorum = quorum;
      policy.receipt_chain.nodes = ["alpha", "beta", "gamma"];
    });
    expect(found).toEqual([[id, expect.stringMatching(/^the quorum "[^;]*$|; /)]]);
    expect(String(found[0]?.[1]).replace(/^[^;]*/, "")).toBe(added);
  });
});

describe("mandatory axes", () => {
  const onlyAxis = (policy: TestPolicy, weight: number, enforcement: "mandatory" | "recommended") => {
    for (const clause of policy.regulatory_clauses) {
      clause.lambda_axes = clause.lambda_axes.map((one) => ({ ...one, enforcement: "recommended" }));
    }
    policy.regulatory_clauses[0]!.lambda_axes = [mapping("Λ3", weight, enforcement)];
    policy.regulatory_clauses[7]!.lambda_axes = [mapping("Λ2", 1, "recommended")];
    policy.compliance_thresholds.mandatory_axes = ["Λ3"];
    policy.compliance_thresholds.minimum_lambda_coverage = 1;
  };

  test("an axis that is not enforced and weighs 0 has one finding, with the lack of mandatory mappings", () => {
    expect(findings((policy) => onlyAxis(policy, 0, "recommended"))).toEqual([
      [
        "mandatory-axis-not-enforced",
        "Λ3 (Privacy) is mandatory, but no mapping of it has enforcement mandatory; every mapping of it has weight 0; no mapping has enforcement mandatory",
      ],
    ]);
  });

  test("an axis with the only mandatory mapping of weight 0 has one finding", () => {
    expect(findings((policy) => onlyAxis(policy, 0, "mandatory"))).toEqual([
      [
        "mandatory-axis-zero-weight",
        "Λ3 (Privacy) is mandatory, but every mapping of it has weight 0; the mandatory mappings have a total weight of 0",
      ],
    ]);
  });

  test("another axis with a mandatory mapping of weight 0 is another fault", () => {
    const found = findings((policy) => {
      onlyAxis(policy, 0, "mandatory");
      policy.regulatory_clauses[1]!.lambda_axes = [mapping("Λ5", 0, "mandatory")];
    });
    expect(new Set(found.map(([id]) => id))).toEqual(
      new Set(["mandatory-axis-zero-weight", "zero-mandatory-weight"]),
    );
  });
});

describe("the regime", () => {
  test.each([
    ["hidden-character", "HI\u200BPAA"],
    ["mixed-script", "HIP\u0410A"],
  ])("%s explains why it is unknown", (id, regime) => {
    const [found, ...others] = findings((policy) => void (policy.regime = regime));
    expect(found?.[0]).toBe(id);
    expect(found?.[1]).toMatch(/; as written it names no known regime of healthcare$/);
    expect(others).toEqual([]);
  });

  test("is another fault if it is unknown without the character too", () => {
    const found = findings((policy) => void (policy.regime = "GD\u200BPR"));
    expect(found.map(([id]) => id)).toEqual(["vertical-regime-mismatch", "hidden-character"]);
  });
});

describe("the schema", () => {
  const misspelled = (policy: TestPolicy) => {
    const clause = policy.regulatory_clauses[2] as Record<string, unknown>;
    clause.titel = clause.title;
    delete clause.title;
  };

  test("a misspelled key is one finding; the schema alone reports both violations", () => {
    expect(findings(misspelled)).toEqual([
      [
        "additionalProperties",
        'regulatory_clauses[2] has the key "titel", which is unknown here; "title" is missing',
      ],
    ]);
    expect(findings(misspelled, true).map(([id]) => id)).toEqual(["required", "additionalProperties"]);
  });

  test.each<[(policy: TestPolicy) => void, string, string]>([
    [
      (policy) => void (policy.regulatory_clauses[0]!.clause_id = "a b"),
      "minLength",
      "regulatory_clauses[0].clause_id has 3 characters; it must have at least 5; it must be letters, digits, hyphens and dots, with a letter or digit first",
    ],
    [
      (policy) => void (policy.compliance_thresholds.minimum_lambda_coverage = 0.5),
      "type",
      "compliance_thresholds.minimum_lambda_coverage is the number 0.5; it must be a whole number; it must be at least 1",
    ],
    [
      (policy) =>
        void (policy.compliance_thresholds.mandatory_axes = [
          ...(["Λ1", "Λ2", "Λ3", "Λ4", "Λ5", "Λ6", "Λ7", "Λ8", "Λ9", "Λ10", "Λ10"] as const),
        ]),
      "maxItems",
      'compliance_thresholds.mandatory_axes has 11 items; it must have at most 10; it has "Λ10" twice, at [9] and [10], and each may occur once',
    ],
  ])("several violations of one value are one finding: %#", (change, keyword, message) => {
    expect(findings(change)).toEqual([[keyword, message]]);
    expect(findings(change, true).length).toBe(2);
  });

  test("no two findings of any case are about one value, apart from keys of an object", () => {
    for (const { document } of schemaCases()) {
      const { findings: all } = checkPolicy(JSON.stringify(document), { nowMs });
      const ofValues = all.filter(
        ({ keyword }) => keyword !== "required" && keyword !== "additionalProperties",
      );
      expect(new Set(ofValues.map(({ path }) => path)).size).toBe(ofValues.length);
    }
  });

  test("a document stays as valid as the schema says", () => {
    for (const { document } of schemaCases()) {
      const text = JSON.stringify(document);
      const [all, alone] = [checkPolicy(text, { nowMs }), checkPolicy(text, { nowMs, schemaOnly: true })];
      expect(all.schemaValid).toBe(alone.schemaValid);
      expect(all.findings.length > 0 || all.schemaValid).toBe(true);
    }
  });
});

test("pairs name known rules, and no rule is left out for one of less severity", () => {
  const severityOf = (id: string) => rules.find((rule) => rule.id === id)?.severity;
  for (const { rule, of } of restatements) {
    expect(severityOf(rule)).toBeDefined();
    for (const better of of) {
      expect(severityOf(better)).toBeDefined();
      expect([severityOf(better), severityOf(rule)]).not.toEqual(["warning", "error"]);
    }
  }
});
