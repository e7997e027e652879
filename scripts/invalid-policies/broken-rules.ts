import { mapping, type TestPolicy, validPolicy } from "../../test/support/policy/valid-policy.ts";
import { type Expected, type InvalidPolicy, invalidYaml } from "./invalid-policy.ts";

const quorum = "/receipt_chain/quorum";
const thresholds = "/compliance_thresholds";
const first = "/regulatory_clauses/0";

/** A change of the valid policy for each rule, and where it is found; what cannot be had alone with the rest of it. */
const broken: Readonly<Record<string, readonly [(policy: TestPolicy) => void, ...string[]]>> = {
  "axis-label-mismatch": [
    (policy) => void (firstMapping(policy).label = "Safety"),
    `${first}/lambda_axes/0/label`,
  ],
  "duplicate-axis-in-clause": [
    (policy) => void policy.regulatory_clauses[0]!.lambda_axes.push(mapping("Λ6")),
    `${first}/lambda_axes/2/axis`,
  ],
  "duplicate-clause-id": [
    (policy) => void (policy.regulatory_clauses[3]!.clause_id = "HC-164.300"),
    "/regulatory_clauses/3/clause_id",
  ],
  "mandatory-axis-uncovered": [
    (policy) => {
      unmap(policy);
      policy.compliance_thresholds.minimum_lambda_coverage = 9;
      policy.compliance_thresholds.mandatory_axes.push("Λ4");
    },
    `${thresholds}/mandatory_axes/3`,
  ],
  "mandatory-axis-not-enforced": [
    (policy) => void policy.compliance_thresholds.mandatory_axes.push("Λ8"),
    `${thresholds}/mandatory_axes/3`,
  ],
  "mandatory-axis-zero-weight": [
    (policy) => {
      policy.compliance_thresholds.mandatory_axes = ["Λ4"];
      policy.regulatory_clauses[4]!.lambda_axes[0]!.weight = 0;
    },
    `${thresholds}/mandatory_axes/0`,
  ],
  "coverage-below-minimum": [unmap, `${thresholds}/minimum_lambda_coverage`],
  "zero-mandatory-weight": [
    (policy) => {
      policy.compliance_thresholds.mandatory_axes = ["Λ6"];
      for (const { lambda_axes } of policy.regulatory_clauses) lambda_axes[0]!.weight = 0;
    },
    "/regulatory_clauses",
  ],
  "quorum-zero": [withQuorum("0-of-5"), quorum, `quorum-no-majority ${quorum}`],
  "quorum-impossible": [withQuorum("5-of-3"), quorum],
  "quorum-exceeds-nodes": [withQuorum("6-of-6"), quorum, `quorum-total-exceeds-nodes ${quorum}`],
  "quorum-total-exceeds-nodes": [withQuorum("5-of-6"), quorum],
  "quorum-no-majority": [withQuorum("2-of-5"), quorum],
  "duplicate-node": [
    (policy) => void (policy.receipt_chain.nodes[1] = "covered-entity"),
    "/receipt_chain/nodes/1",
  ],
  "invalid-calendar-date": [(policy) => void (policy.effective_date = "2025-02-30"), "/effective_date"],
  "effective-date-stale": [(policy) => void (policy.effective_date = "2011-03-01"), "/effective_date"],
  "vertical-regime-mismatch": [(policy) => void (policy.vertical = "maritime"), "/regime"],
  "sovereignty-domestic": [
    (policy) => {
      policy.jurisdiction = "US-Federal";
      policy.compliance_thresholds.mandatory_axes.push("Λ10");
    },
    `${thresholds}/mandatory_axes/3`,
  ],
  "retention-implausible": [
    (policy) => void (policy.compliance_thresholds.receipt_retention_days = 36_526),
    `${thresholds}/receipt_retention_days`,
  ],
  "schema-version-mismatch": [(policy) => void (policy.schema_version = "1.2.0"), "/schema_version"],
  "algorithm-mismatch": [
    (policy) => void (policy.meta.merkle_root_algorithm = "BLAKE3"),
    "/meta/merkle_root_algorithm",
  ],
  "chaining-not-dag": [
    (policy) => void (policy.receipt_chain.chaining = "hash_chain"),
    "/receipt_chain/chaining",
  ],
  "level-conflict": [
    (policy) => {
      policy.meta = { ...policy.meta, bes_impact: "HIGH" };
      policy.compliance_thresholds = { ...policy.compliance_thresholds, bes_impact_level: "LOW" };
    },
    `${thresholds}/bes_impact_level`,
  ],
  "not-nfc": [(policy) => void (policy.meta.title = "Donne\u0301es cliniques"), "/meta/title"],
  "hidden-character": [(policy) => void (policy.meta.title = "Clinical\u200B data"), "/meta/title"],
  "mixed-script": [(policy) => void (policy.meta.title = "Clinical d\u0430ta"), "/meta/title"],
  "prototype-key": [
    (policy) =>
      void (policy.meta = JSON.parse(`{ "__proto__": 1, ${JSON.stringify(policy.meta).slice(1)}`) as never),
    "/meta",
  ],
};

/** One for each rule across fields. */
export function brokenRules(): readonly InvalidPolicy[] {
  return Object.entries(broken).map(([rule, [change, path, ...others]]) => {
    const policy = validPolicy();
    change(policy);
    const expected: Expected[] = [path ?? "", ...others].map((text) => {
      const [id, at] = text.includes(" ") ? text.split(" ") : [rule, text];
      return {
        id: id ?? rule,
        path: at ?? "",
        ...(rule === "prototype-key" && { atKey: true, placedAt: "/meta/__proto__" }),
      };
    });
    return invalidYaml(`rule.${rule}`, policy, expected);
  });
}

function firstMapping(policy: TestPolicy) {
  return policy.regulatory_clauses[0]!.lambda_axes[0]!;
}

/** Λ4 is mapped by the fifth clause alone. */
function unmap(policy: TestPolicy): void {
  policy.regulatory_clauses[4]!.lambda_axes = [mapping("Λ1")];
}

function withQuorum(text: string) {
  return (policy: TestPolicy): void => void (policy.receipt_chain.quorum = text);
}
