import { basePolicy, chain, clauseList, meta, thresholds, transfers } from "./base-policy.ts";
import type { CaseRow, Edit } from "./invalid-policy.ts";

const start: Edit = ["schema_version:", "⟦schema_version:"];
const firstClause: Edit = ["- clause_id: GDPR-5\n", "⟦- clause_id: GDPR-5\n"];
const fiveMore = ["45", "46", "47", "48", "49"]
  .map((article) => transfers.replaceAll("44", article))
  .join("");

/**
 * Cases of the document, its plain fields and the list of clauses. A missing property is reported at the
 * beginning of the document.
 */
export const documentCases: readonly CaseRow[] = [
  ["document.type", "", [basePolicy, "⟦- GDPR\n- eIDAS\n"]],
  ["document.additionalProperties", "", ["jurisdiction: EU\n", "jurisdiction: EU\n⟦owner: legal\n"]],
  ["schema_version.required", "", ['schema_version: "1.0.0"\n', "⟦"]],
  ["schema_version.type", "/schema_version", ['"1.0.0"', "⟦1.0"]],
  ["schema_version.pattern", "/schema_version", ['"1.0.0"', '⟦"1.0"']],
  ["vertical.required", "", ["vertical: legaltech\n", ""], start],
  ["vertical.enum", "/vertical", ["legaltech", "⟦legal"]],
  ["regime.required", "", ["regime: GDPR\n", ""], start],
  ["regime.type", "/regime", ["regime: GDPR", "regime: ⟦2016"]],
  ["regime.minLength", "/regime", ["regime: GDPR", "regime: ⟦EU"]],
  ["regime.maxLength", "/regime", ["regime: GDPR", `regime: ⟦GDPR${"/eIDAS".repeat(21)}`]],
  ["effective_date.required", "", ['effective_date: "2026-07-01"\n', ""], start],
  ["effective_date.type", "/effective_date", ['"2026-07-01"', "⟦20260701"]],
  ["effective_date.pattern", "/effective_date", ['"2026-07-01"', '⟦"2026-7-1"']],
  ["jurisdiction.required", "", ["jurisdiction: EU\n", ""], start],
  ["jurisdiction.type", "/jurisdiction", ["jurisdiction: EU", "jurisdiction: ⟦[EU, EEA]"]],
  ["jurisdiction.minLength", "/jurisdiction", ["jurisdiction: EU", "jurisdiction: ⟦E"]],
  ["meta.required", "", [meta, ""], start],
  ["compliance_thresholds.required", "", [thresholds, ""], start],
  ["receipt_chain.required", "", [chain, ""], start],
  ["regulatory_clauses.required", "", [`regulatory_clauses:\n${clauseList}${transfers}`, ""], start],
  ["regulatory_clauses.type", "/regulatory_clauses", [`\n${clauseList}${transfers}`, " ⟦GDPR\n"]],
  ["regulatory_clauses.minItems", "/regulatory_clauses", [transfers, ""], firstClause],
  ["regulatory_clauses.maxItems", "/regulatory_clauses", [transfers, transfers + fiveMore], firstClause],
];
