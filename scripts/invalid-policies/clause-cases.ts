import { transfers } from "./base-policy.ts";
import type { CaseRow, Edit } from "./invalid-policy.ts";

/** JSON Pointer of the clause that all cases change: the last. */
const clause = "/regulatory_clauses/7";
const axes = `${clause}/lambda_axes`;
const mapping = `${axes}/0`;

const id = "clause_id: GDPR-44";
const title = "title: Transfers to third countries";
const citation = "citation: GDPR Art. 44";
const reference = "full_ref: Regulation (EU) 2016/679, Article 44";
const mapped = "{ axis: Λ10, label: Sovereignty, weight: 0.9, enforcement: mandatory }";
const first: Edit = [id, `⟦${id}`];
const fourMore = [
  "Λ2, label: Accountability",
  "Λ3, label: Privacy",
  "Λ6, label: Security",
  "Λ7, label: Auditability",
]
  .map((axis) => `\n      - { axis: ${axis}, weight: 0.1, enforcement: informational }`)
  .join("");

/**
 * Cases of a clause. A missing property is reported at the first line of the clause, because a clause has no
 * key.
 */
export const clauseCases: readonly CaseRow[] = [
  ["clause.type", clause, [transfers, "  - ⟦GDPR-44\n"]],
  ["clause.additionalProperties", clause, [title, `${title}\n    ⟦owner: legal`]],
  ["clause.clause_id.required", clause, [`${id}\n    ${title}`, `⟦${title}`]],
  ["clause.clause_id.type", `${clause}/clause_id`, [id, "clause_id: ⟦20160679"]],
  ["clause.clause_id.minLength", `${clause}/clause_id`, [id, "clause_id: ⟦G-44"]],
  ["clause.clause_id.maxLength", `${clause}/clause_id`, [id, `clause_id: ⟦GDPR-44${"-and-45".repeat(9)}`]],
  ["clause.clause_id.pattern", `${clause}/clause_id`, [id, "clause_id: ⟦GDPR_44"]],
  ["clause.title.required", clause, [`    ${title}\n`, ""], first],
  ["clause.title.type", `${clause}/title`, [title, "title: ⟦{ en: Transfers }"]],
  ["clause.title.minLength", `${clause}/title`, [title, "title: ⟦Move"]],
  [
    "clause.title.maxLength",
    `${clause}/title`,
    [title, `title: ⟦Transfers${" to third countries".repeat(14)}`],
  ],
  ["clause.citation.required", clause, [`    ${citation}\n`, ""], first],
  ["clause.citation.type", `${clause}/citation`, [citation, "citation: ⟦44"]],
  ["clause.citation.minLength", `${clause}/citation`, [citation, "citation: ⟦A 44"]],
  ["clause.full_ref.required", clause, [`    ${reference}\n`, ""], first],
  ["clause.full_ref.type", `${clause}/full_ref`, [reference, "full_ref: ⟦44"]],
  ["clause.full_ref.minLength", `${clause}/full_ref`, [reference, "full_ref: ⟦GDPR, Article 44"]],
  ["clause.lambda_axes.required", clause, [`    lambda_axes:\n      - ${mapped}\n`, ""], first],
  ["clause.lambda_axes.type", axes, [`lambda_axes:\n      - ${mapped}`, `lambda_axes: ⟦${mapped}`]],
  ["clause.lambda_axes.minItems", axes, [`lambda_axes:\n      - ${mapped}`, "lambda_axes: ⟦[]"]],
  ["clause.lambda_axes.maxItems", axes, [`- ${mapped}`, `⟦- ${mapped}${fourMore}`]],
];

/** Cases of an axis mapping. A missing property is reported at its first line, as for a clause. */
export const mappingCases: readonly CaseRow[] = [
  ["mapping.type", mapping, [mapped, "⟦Λ10"]],
  ["mapping.additionalProperties", mapping, [mapped, mapped.replace(" }", ", ⟦owner: legal }")]],
  ["mapping.axis.required", mapping, [mapped, mapped.replace("{ axis: Λ10,", "⟦{")]],
  ["mapping.axis.enum", `${mapping}/axis`, [mapped, mapped.replace("Λ10", "⟦L10")]],
  [
    "mapping.label.required",
    mapping,
    [mapped, mapped.replace("{ axis: Λ10, label: Sovereignty", "⟦{ axis: Λ10")],
  ],
  ["mapping.label.enum", `${mapping}/label`, [mapped, mapped.replace("Sov", "⟦sov")]],
  ["mapping.weight.required", mapping, [mapped, `⟦${mapped.replace("weight: 0.9, ", "")}`]],
  ["mapping.weight.type", `${mapping}/weight`, [mapped, mapped.replace("0.9", '⟦"0.9"')]],
  ["mapping.weight.minimum", `${mapping}/weight`, [mapped, mapped.replace("0.9", "⟦-0.9")]],
  ["mapping.weight.maximum", `${mapping}/weight`, [mapped, mapped.replace("0.9", "⟦90")]],
  ["mapping.enforcement.required", mapping, [mapped, `⟦${mapped.replace(", enforcement: mandatory", "")}`]],
  ["mapping.enforcement.enum", `${mapping}/enforcement`, [mapped, mapped.replace("mandatory", "⟦required")]],
  ["mapping.rationale.type", `${mapping}/rationale`, [mapped, mapped.replace(" }", ", rationale: ⟦true }")]],
  [
    "mapping.rationale.minLength",
    `${mapping}/rationale`,
    [mapped, mapped.replace(" }", ", rationale: ⟦Data leave }")],
  ],
];
