import { readFileSync, readdirSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import schema from "../../../../schemas/vertical-policy.schema.json" with { type: "json" };
import { policyRulesDocument, policyRulesFile } from "../../../../scripts/write-policy-rules.ts";
import { rules } from "../../../../src/policy/rules/index.ts";
import { ruleContext } from "../../../../src/policy/rules/rule.ts";
import { applyEdits } from "../../../support/policy/apply-edits.ts";
import type { TestPolicy } from "../../../support/policy/valid-policy.ts";
import { mapping, testNowMs, validPolicy } from "../../../support/policy/valid-policy.ts";

const rulesDirectory = new URL("../../../../src/policy/rules/", import.meta.url);
const testsDirectory = new URL("./", import.meta.url);
const accepts = new Ajv({ strict: false }).compile(schema);

/** A change of the valid policy for each rule that makes it fire; several where its fix depends on them. */
const broken: readonly (readonly [string, (policy: TestPolicy) => void])[] = [
  ["axis-label-mismatch", (policy) => void (firstMapping(policy).label = "Safety")],
  ["duplicate-axis-in-clause", (policy) => void firstClause(policy).lambda_axes.push(mapping("Λ6"))],
  ["duplicate-clause-id", (policy) => void (firstClause(policy).clause_id = "HC-164.303")],
  ["mandatory-axis-uncovered", mandatoryUncovered],
  ["mandatory-axis-not-enforced", (policy) => void mandatory(policy).push("Λ8")],
  ["mandatory-axis-zero-weight", (policy) => everyWeight(policy, 0)],
  ["coverage-below-minimum", unmap],
  ["zero-mandatory-weight", (policy) => everyWeight(policy, 0)],
  ["quorum-zero", (policy) => void (policy.receipt_chain.quorum = "0-of-5")],
  ["quorum-impossible", (policy) => void (policy.receipt_chain.quorum = "5-of-3")],
  ["quorum-exceeds-nodes", (policy) => void (policy.receipt_chain.quorum = "6-of-6")],
  ["quorum-total-exceeds-nodes", (policy) => void (policy.receipt_chain.quorum = "5-of-6")],
  ["quorum-no-majority", (policy) => void (policy.receipt_chain.quorum = "2-of-5")],
  ["duplicate-node", (policy) => void (policy.receipt_chain.nodes[1] = "auditor")],
  ["invalid-calendar-date", (policy) => void (policy.effective_date = "2025-02-30")],
  ["effective-date-stale", (policy) => void (policy.effective_date = "2011-03-01")],
  ["vertical-regime-mismatch", (policy) => void (policy.vertical = "maritime")],
  ["sovereignty-domestic", domestic],
  ["retention-implausible", (policy) => void (policy.compliance_thresholds.receipt_retention_days = 100_000)],
  ["schema-version-mismatch", (policy) => void (policy.schema_version = "1.2.0")],
  ["algorithm-mismatch", (policy) => void (policy.meta.merkle_root_algorithm = "BLAKE3")],
  ["chaining-not-dag", (policy) => void (policy.receipt_chain.chaining = "merkle_tree")],
  [
    "level-conflict",
    ({ meta, compliance_thresholds: thresholds }) => {
      Object.assign(meta, { bes_impact: "HIGH" });
      Object.assign(thresholds, { bes_impact_level: "LOW" });
    },
  ],
  ["not-nfc", (policy) => void Object.assign(policy.meta, { "re\u0301gion": "Que\u0301bec" })],
  ["hidden-character", (policy) => void Object.assign(policy.meta, { "no\u200Bte": "\u202Eetag" })],
  ["mixed-script", (policy) => void Object.assign(policy.meta, { nоte: "раtient" })],
];

function firstClause(policy: TestPolicy) {
  return policy.regulatory_clauses[0]!;
}

function firstMapping(policy: TestPolicy) {
  return firstClause(policy).lambda_axes[0]!;
}

function mandatory(policy: TestPolicy) {
  return policy.compliance_thresholds.mandatory_axes;
}

/** Λ4 is mapped by the fifth clause alone. */
function unmap(policy: TestPolicy): void {
  policy.regulatory_clauses[4]!.lambda_axes = [mapping("Λ1")];
}

function mandatoryUncovered(policy: TestPolicy): void {
  unmap(policy);
  mandatory(policy).push("Λ4");
}

function everyWeight(policy: TestPolicy, weight: number): void {
  for (const clause of policy.regulatory_clauses) {
    for (const one of clause.lambda_axes) one.weight = weight;
  }
}

function domestic(policy: TestPolicy): void {
  policy.jurisdiction = "US-Federal";
  mandatory(policy).push("Λ10");
}

function firedBy(id: string, policy: TestPolicy) {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule.check(policy, ruleContext(policy, testNowMs));
}

describe("the rules", () => {
  it("are named as their files, and each has a test of its own", () => {
    const files = readdirSync(rulesDirectory).filter((name) => !["index.ts", "rule.ts"].includes(name));
    const ids = rules.map(({ id }) => id);
    expect(files.map((name) => name.replace(/\.ts$/, ""))).toEqual([...ids].sort());
    const tests = readdirSync(testsDirectory);
    expect(ids.filter((id) => !tests.includes(`${id}.test.ts`))).toEqual([]);
    expect(broken.map(([id]) => id)).toEqual(ids);
  });

  it.each(rules)("$id is summed up in one sentence and explained in some", ({ summary, explanation }) => {
    expect(summary).toMatch(/^[A-ZΛm].*\.$/s);
    expect(explanation.split(/\.(?:\s|$)/).length).toBeGreaterThan(2);
    expect(explanation).toMatch(/\.$/);
  });

  it("have nothing to say about the valid policy", () => {
    expect(rules.flatMap(({ id }) => firedBy(id, validPolicy()))).toEqual([]);
  });

  it("are documented as they are", () => {
    expect(readFileSync(policyRulesFile, "utf8")).toBe(policyRulesDocument());
  });
});

describe.each(broken)("%s", (id, change) => {
  function brokenPolicy(): TestPolicy {
    const policy = validPolicy();
    change(policy);
    return policy;
  }

  it("is broken in a document that the schema accepts", () => {
    accepts(brokenPolicy());
    expect(accepts.errors).toBeNull();
  });

  it("is at existing places of the document, with messages of one line", () => {
    const policy = brokenPolicy();
    const findings = firedBy(id, policy);
    expect(findings.length).toBeGreaterThan(0);
    for (const { path, message, hint } of findings) {
      // To remove what is there fails where nothing is.
      expect(() => applyEdits(policy, [{ kind: "remove", path }])).not.toThrow();
      expect(message).toMatch(/^\S.*[^\s.]$/);
      expect(hint).toMatch(/^\S.*[^\s.]$/);
    }
  });

  it("is not heard again of what its fix has changed", () => {
    const policy = brokenPolicy();
    const findings = firedBy(id, policy);
    for (const { fix } of findings) {
      if (fix === null) continue;
      const mended = applyEdits(policy, fix.edits);
      expect(firedBy(id, mended)).toHaveLength(findings.length - 1);
    }
  });

  it("does not change the document", () => {
    const policy = brokenPolicy();
    firedBy(id, policy);
    expect(policy).toEqual(brokenPolicy());
  });
});
