import { clauseList, transfers } from "./base-policy.ts";
import { type CaseRow, within } from "./invalid-policy.ts";

const mandatory = "[Λ3, Λ6, Λ10]";
const inMandatory = "/compliance_thresholds/mandatory_axes";
const quorum = "/receipt_chain/quorum";
const security = "{ axis: Λ6, label: Security, weight: 0.9, enforcement: mandatory }";
const title = "Personal data in legal research";
const withoutWeight = (clauses: string) =>
  clauses.replaceAll("0.9, enforcement: mandatory", "0, enforcement: mandatory");

/** One case for each rule across fields, named after the rule. */
export const ruleCases: readonly CaseRow[] = [
  ["axis-label-mismatch", "/regulatory_clauses/5/lambda_axes/0/label", ["label: Security", "label: ⟦Safety"]],
  [
    "duplicate-axis-in-clause",
    "/regulatory_clauses/5/lambda_axes/1/axis",
    [security, `${security}\n      - { axis: ⟦Λ6, label: Security, weight: 0.2, enforcement: recommended }`],
  ],
  ["duplicate-clause-id", "/regulatory_clauses/7/clause_id", ["clause_id: GDPR-44", "clause_id: ⟦GDPR-32"]],
  ["mandatory-axis-uncovered", `${inMandatory}/1`, [mandatory, "[Λ3, ⟦Λ5, Λ10]"]],
  ["mandatory-axis-not-enforced", `${inMandatory}/2`, [mandatory, "[Λ3, Λ6, ⟦Λ9, Λ10]"]],
  [
    "mandatory-axis-zero-weight",
    `${inMandatory}/1`,
    [security, security.replace("0.9", "0")],
    [mandatory, "[Λ3, ⟦Λ6, Λ10]"],
  ],
  [
    "coverage-below-minimum",
    "/compliance_thresholds/minimum_lambda_coverage",
    ["minimum_lambda_coverage: 9", "minimum_lambda_coverage: ⟦10"],
  ],
  // Λ3 keeps a weight, because it is recommended elsewhere.
  [
    "zero-mandatory-weight",
    "/regulatory_clauses",
    [clauseList + transfers, withoutWeight(clauseList + transfers).replace("- clause", "⟦- clause")],
    [mandatory, "[Λ3]"],
  ],
  ["quorum-zero", quorum, ["3-of-5", "⟦0-of-5"]],
  ["quorum-exceeds-nodes", quorum, ["3-of-5", "⟦6-of-7"]],
  ["quorum-impossible", quorum, ["3-of-5", "⟦5-of-3"]],
  ["quorum-total-exceeds-nodes", quorum, ["3-of-5", "⟦4-of-6"]],
  ["quorum-no-majority", quorum, ["3-of-5", "⟦2-of-5"]],
  ["duplicate-node", "/receipt_chain/nodes/4", ["authority, archive", "authority, ⟦officer"]],
  ["invalid-calendar-date", "/effective_date", ['"2026-07-01"', '⟦"2026-02-30"']],
  ["effective-date-stale", "/effective_date", ['"2026-07-01"', '⟦"2001-07-01"']],
  ["vertical-regime-mismatch", "/regime", ["regime: GDPR", "regime: ⟦HIPAA/HITECH"]],
  [
    "sovereignty-domestic",
    `${inMandatory}/2`,
    ["jurisdiction: EU", "jurisdiction: US-Federal"],
    [mandatory, "[Λ3, Λ6, ⟦Λ10]"],
  ],
  ["retention-implausible", "/compliance_thresholds/receipt_retention_days", ["2190", "⟦52560"]],
  ["schema-version-mismatch", "/schema_version", ['"1.0.0"', '⟦"1.1.0"']],
  [
    "algorithm-mismatch",
    "/meta/merkle_root_algorithm",
    ["root_algorithm: SHA3-256", "root_algorithm: ⟦BLAKE3"],
  ],
  ["chaining-not-dag", "/receipt_chain/chaining", ["merkle_dag", "⟦hash_chain"]],
  [
    "level-conflict",
    "/compliance_thresholds/classification_ceiling",
    within("meta", "classification_ceiling: CUI"),
    within("compliance_thresholds", "classification_ceiling: ⟦SECRET"),
  ],
  // The accent is a separate character.
  ["not-nfc", "/meta/title", [title, "⟦Personal data in re\u0301sume\u0301s"]],
  // A zero-width space in "legal".
  ["hidden-character", "/meta/title", [title, "⟦Personal data in le\u200Bgal research"]],
  // The second letter of "data" is Cyrillic.
  ["mixed-script", "/meta/title", [title, "⟦Personal d\u0430ta in legal research"]],
  ["prototype-key", "/meta", within("meta", "⟦__proto__: { irb_oversight: exempt }")],
];
