import { describe, expect, it } from "vitest";
import { diffPolicies } from "../../../../src/policy/diff/diff-policies.ts";
import type { TestPolicy } from "../../../support/policy/valid-policy.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

/** Returns the messages about a change of the valid policy, as `weakened: text`. */
function told(change: (policy: TestPolicy) => void, before: TestPolicy = validPolicy()): readonly string[] {
  const after = structuredClone(before);
  change(after);
  return diffPolicies(before, after).changes.map(({ direction, text }) => `${direction}: ${text}`);
}

function withFields(part: "meta" | "compliance_thresholds" | "receipt_chain", fields: object): TestPolicy {
  const policy = validPolicy();
  Object.assign(policy[part], fields);
  return policy;
}

describe("the diff of a clause", () => {
  it("reports a lower weight and a weaker enforcement, with both places", () => {
    const [before, after] = [validPolicy(), validPolicy()];
    after.regulatory_clauses.reverse();
    Object.assign(after.regulatory_clauses[6]!.lambda_axes[0]!, { weight: 0.7, enforcement: "recommended" });
    const { weakened, changes } = diffPolicies(before, after);
    expect(weakened).toBe(true);
    expect(changes.slice(0, 2)).toEqual([
      {
        kind: "weight",
        direction: "weakened",
        oldPath: "/regulatory_clauses/1/lambda_axes/0/weight",
        newPath: "/regulatory_clauses/6/lambda_axes/0/weight",
        text: "HC-164.301: Λ6 (Security) weight 0.9 → 0.7",
      },
      {
        kind: "enforcement",
        direction: "weakened",
        oldPath: "/regulatory_clauses/1/lambda_axes/0/enforcement",
        newPath: "/regulatory_clauses/6/lambda_axes/0/enforcement",
        text: "HC-164.301: Λ6 (Security) mandatory → recommended",
      },
    ]);
    expect(changes[2]?.text).toBe("the clauses are in another order");
  });

  it.each([
    ["mandatory", "recommended", "weakened"],
    ["mandatory", "informational", "weakened"],
    ["recommended", "informational", "weakened"],
    ["informational", "recommended", "strengthened"],
    ["recommended", "mandatory", "strengthened"],
  ] as const)("calls %s to %s %s", (from, to, direction) => {
    const before = validPolicy();
    before.regulatory_clauses[0]!.lambda_axes[1]!.enforcement = from;
    const change = (policy: TestPolicy) =>
      void (policy.regulatory_clauses[0]!.lambda_axes[1]!.enforcement = to);
    expect(told(change, before)).toEqual([`${direction}: HC-164.300: Λ6 (Security) ${from} → ${to}`]);
  });

  it("reports a removed clause, and the axes that are no longer mapped", () => {
    expect(told((policy) => void policy.regulatory_clauses.splice(5, 1))).toEqual([
      'weakened: clause removed: HC-164.305 "Clause number 6" (Λ5, Λ8)',
      "weakened: Λ5 (Safety) is no longer mapped by any clause",
      "weakened: Λ8 (Robustness) is no longer mapped by any clause",
    ]);
  });

  it("reports an added clause", () => {
    const came = {
      clause_id: "HC-1",
      title: "New",
      citation: "45 CFR",
      full_ref: "",
      lambda_axes: [mapping("Λ1")],
    };
    expect(told((policy) => void policy.regulatory_clauses.unshift(came))).toEqual([
      'strengthened: clause added: HC-1 "New" (Λ1)',
    ]);
  });

  it("recognizes a clause with another id, and reports its other changes", () => {
    expect(
      told((policy) => {
        Object.assign(policy.regulatory_clauses[3]!, { clause_id: "HC-9.9", title: "Another title" });
        policy.regulatory_clauses[3]!.lambda_axes[0]!.weight = 1;
      }),
    ).toEqual([
      "changed: clause HC-164.303 is now HC-9.9",
      'changed: HC-9.9: title "Clause number 4" → "Another title"',
      "strengthened: HC-9.9: Λ2 (Accountability) weight 0.9 → 1",
    ]);
  });

  it("takes a clause that has little in common for another one", () => {
    expect(
      told((policy) => {
        Object.assign(policy.regulatory_clauses[3]!, {
          clause_id: "HC-9.9",
          title: "Another title",
          citation: "Another citation",
          full_ref: "Another reference, which is longer",
        });
      }),
    ).toEqual([
      'weakened: clause removed: HC-164.303 "Clause number 4" (Λ2)',
      'strengthened: clause added: HC-9.9 "Another title" (Λ2)',
    ]);
  });

  it("matches by id before likeness: two clauses that swap their ids have swapped their contents", () => {
    const texts = told((policy) => {
      const [first, second] = [policy.regulatory_clauses[0]!, policy.regulatory_clauses[1]!];
      [first.clause_id, second.clause_id] = [second.clause_id, first.clause_id];
    });
    expect(texts).toContain('changed: HC-164.301: title "Clause number 2" → "Clause number 1"');
    expect(texts.filter((text) => text.includes("is now"))).toEqual([]);
  });

  it("reports added, removed and reordered mappings", () => {
    expect(
      told((policy) => {
        const clause = policy.regulatory_clauses[0]!;
        clause.lambda_axes = [
          clause.lambda_axes[1]!,
          mapping("Λ9", 0.3, "informational"),
          clause.lambda_axes[0]!,
        ];
        policy.regulatory_clauses[5]!.lambda_axes.shift();
      }),
    ).toEqual([
      "strengthened: HC-164.300: maps Λ9 (Explainability), 0.3 informational",
      "changed: HC-164.300: its mappings are in another order",
      "weakened: HC-164.305: no longer maps Λ5 (Safety), 0.9 mandatory",
      "weakened: Λ5 (Safety) is no longer mapped by any clause",
    ]);
  });

  it("reports labels and rationales as changed only", () => {
    const before = validPolicy();
    before.regulatory_clauses[1]!.lambda_axes[0]!.rationale = "The first reason.";
    before.regulatory_clauses[2]!.lambda_axes[0]!.rationale = "The second reason.";
    expect(
      told((policy) => {
        policy.regulatory_clauses[0]!.lambda_axes[0]!.label = "Safety";
        policy.regulatory_clauses[0]!.lambda_axes[0]!.rationale = "A new reason.";
        policy.regulatory_clauses[1]!.lambda_axes[0]!.rationale = "Another reason.";
        delete policy.regulatory_clauses[2]!.lambda_axes[0]!.rationale;
      }, before),
    ).toEqual([
      'changed: HC-164.300: Λ3 (Privacy) label "Privacy" → "Safety"',
      "changed: HC-164.300: Λ3 (Privacy) rationale added",
      'changed: HC-164.301: Λ6 (Security) rationale "The first reason." → "Another reason."',
      "changed: HC-164.302: Λ1 (Transparency) rationale removed",
    ]);
  });
});

describe("the diff of what a document is", () => {
  it("has no direction", () => {
    expect(
      told((policy) => {
        policy.effective_date = "2026-01-01";
        policy.jurisdiction = "EU";
        policy.meta.title = "Another title";
      }),
    ).toEqual([
      'changed: effective_date "2025-07-01" → "2026-01-01"',
      'changed: jurisdiction "EU-Health" → "EU"',
      'changed: meta.title "Clinical data handling" → "Another title"',
    ]);
  });

  it("writes out no lists and objects, and of long texts what differs", () => {
    const before = withFields("meta", { free: { a: [1] }, long: `${"x".repeat(100)}a` });
    expect(
      told((policy) => Object.assign(policy.meta, { free: { a: [2] }, long: `${"x".repeat(100)}b` }), before),
    ).toEqual(["changed: meta.free has another value", 'changed: meta.long "…a" → "…b"']);
  });

  it("is not taken in by fields that are named as Object's own, and quotes odd names", () => {
    expect(told((policy) => Object.assign(policy.meta, { constructor: 1, "a b\n": 2 }))).toEqual([
      "changed: meta.constructor nothing → 1",
      'changed: meta."a b\\n" nothing → 2',
    ]);
  });
});

describe("the diff of levels and switches of meta", () => {
  it.each([
    ["classification_ceiling", "SECRET", "CUI", "weakened"],
    ["classification_ceiling", "UNCLASSIFIED", "TOP-SECRET", "strengthened"],
    ["design_assurance_level", "DAL-A", "DAL-B", "weakened"],
    ["asil_level", "ASIL-A", "QM", "weakened"],
    ["bes_impact", "MEDIUM", "HIGH", "strengthened"],
    ["maritime_security_level", "MARSEC-3", "MARSEC-1", "weakened"],
    ["irb_oversight", "full-board", "expedited", "weakened"],
    ["irb_oversight", "required", "exempt", "weakened"],
    ["irb_oversight", "required", "full-board", "changed"],
    ["merkle_root_algorithm", "SHA-256", "SHA3-512", "strengthened"],
    ["merkle_root_algorithm", "SHA3-512", "BLAKE3", "weakened"],
    ["merkle_root_algorithm", "SHA-256", "BLAKE3", "changed"],
    ["receipt_chain_required", true, false, "weakened"],
    ["gxp_category", "GMP", "GLP", "changed"],
  ])("%s from %j to %j is %s", (field, from, to, direction) => {
    const before = withFields("meta", { [field]: from });
    expect(told((policy) => Object.assign(policy.meta, { [field]: to }), before)).toEqual([
      `${direction}: meta.${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
    ]);
  });

  it("of a level that is taken away is a demand less, and of one that is stated a demand more", () => {
    const withLevel = withFields("meta", { asil_level: "ASIL-A" });
    expect(told((policy) => void delete policy.meta["asil_level"], withLevel)).toEqual([
      'weakened: meta.asil_level "ASIL-A" → nothing',
    ]);
    expect(told((policy) => Object.assign(policy.meta, { asil_level: "QM" }))).toEqual([
      'strengthened: meta.asil_level nothing → "QM"',
    ]);
  });
});

describe("the diff of thresholds", () => {
  it("reports a lower minimum, a shorter retention, and axes that are no longer mandatory", () => {
    expect(
      told(({ compliance_thresholds: thresholds }) => {
        thresholds.minimum_lambda_coverage = 6;
        thresholds.receipt_retention_days = 365;
        thresholds.mandatory_axes = ["Λ7", "Λ6", "Λ10"];
      }),
    ).toEqual([
      "weakened: Λ3 (Privacy) is no longer mandatory",
      "strengthened: Λ10 (Sovereignty) is mandatory now",
      "changed: the mandatory axes are in another order",
      "weakened: minimum_lambda_coverage 10 → 6",
      "weakened: receipt_retention_days 2190 → 365",
    ]);
  });

  it.each([
    ["asil_level", "D", "ASIL-B", "weakened"],
    ["asil_level", "D", "ASIL-D", "changed"],
    ["dal_level", "C", "B", "strengthened"],
    ["marsec_level", 3, 2, "weakened"],
    ["marsec_level", 3, true, "changed"],
  ])("knows the level %s from %j to %j for %s", (field, from, to, direction) => {
    const before = withFields("compliance_thresholds", { [field]: from });
    const texts = told((policy) => Object.assign(policy.compliance_thresholds, { [field]: to }), before);
    expect(texts).toEqual([`${direction}: ${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`]);
  });
});

describe("the diff of the receipt chain", () => {
  it.each([
    ["algorithm", "SHA3-512", "SHA3-256", "weakened"],
    ["chaining", "merkle_dag", "hash_chain", "weakened"],
    ["chaining", "merkle_tree", "merkle_dag", "strengthened"],
    ["chaining", "merkle_tree", "hash_chain", "changed"],
    ["hardware_security_module", true, false, "weakened"],
    ["der_signed", false, true, "strengthened"],
    ["data_residency", "EU", "US", "changed"],
  ])("%s from %j to %j is %s", (field, from, to, direction) => {
    const before = withFields("receipt_chain", { [field]: from });
    expect(told((policy) => Object.assign(policy.receipt_chain, { [field]: to }), before)).toEqual([
      `${direction}: receipt_chain.${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
    ]);
  });

  it.each([
    ["air_gapped_backup", true, "weakened"],
    ["air_gapped_backup", false, "changed"],
    ["data_residency", "EU", "weakened"],
    ["free", "text", "changed"],
  ])("%s, which was %j, taken away is %s", (field, from, direction) => {
    const before = withFields("receipt_chain", { [field]: from });
    expect(told((policy) => void delete policy.receipt_chain[field], before)).toEqual([
      `${direction}: receipt_chain.${field} ${JSON.stringify(from)} → nothing`,
    ]);
  });

  it.each([
    ["3-of-5", "4-of-5", ["strengthened"]],
    ["4-of-5", "3-of-5", ["weakened"]],
    ["3-of-4", "3-of-5", ["changed"]],
    ["3-of-5", "03-of-5", ["changed"]],
    ["3-of-5", "3-of-6", ["changed", "weakened: the quorum is no longer a majority"]],
    ["3-of-6", "2-of-3", ["weakened", "strengthened: the quorum is a majority now"]],
    ["2-of-3", "5-of-3", ["changed"]],
    ["2-of-5", "5-of-3", ["changed"]],
    ["5-of-3", "2-of-3", ["changed"]],
    ["9-of-9", "10-of-10", ["strengthened"]],
  ])("a quorum of %s to %s is %j", (from, to, [first, ...others]) => {
    const before = withFields("receipt_chain", { quorum: from });
    expect(told((policy) => void (policy.receipt_chain.quorum = to), before)).toEqual([
      `${first}: quorum "${from}" → "${to}"`,
      ...others,
    ]);
  });

  it("reports added and removed nodes, counting repetitions", () => {
    expect(
      told((policy) => {
        policy.receipt_chain.nodes = ["auditor", "auditor", "covered-entity", "regulator", "archive"];
      }),
    ).toEqual([
      'weakened: node removed: "business-associate"',
      'strengthened: node added: "auditor"',
      "changed: the nodes are in another order",
    ]);
  });
});
