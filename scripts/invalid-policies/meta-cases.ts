import { meta } from "./base-policy.ts";
import { type CaseRow, type Edit, within } from "./invalid-policy.ts";

const key: Edit = ["\nmeta:\n", "\n⟦meta:\n"];
const title = "Personal data in legal research";
const description = "What a service for legal research does with personal data.";
const authority = "Regulation (EU) 2016/679\n  receipt";
const beyond = " and what goes with it".repeat(11);

/** Cases of `meta`. A missing property is reported at its key. */
export const metaCases: readonly CaseRow[] = [
  ["meta.type", "/meta", [meta, "meta: ⟦GDPR\n"]],
  ["meta.title.required", "/meta", [`  title: ${title}\n`, ""], key],
  ["meta.title.type", "/meta/title", [title, "⟦2016"]],
  ["meta.title.minLength", "/meta/title", [title, "⟦Our data"]],
  ["meta.title.maxLength", "/meta/title", [title, `⟦${title}${beyond}`]],
  ["meta.description.required", "/meta", [`  description: ${description}\n`, ""], key],
  ["meta.description.type", "/meta/description", [description, "⟦null"]],
  ["meta.description.minLength", "/meta/description", [description, "⟦To be written."]],
  ["meta.authority.required", "/meta", [`  authority: ${authority}`, "  receipt"], key],
  ["meta.authority.type", "/meta/authority", [authority, "⟦2016\n  receipt"]],
  ["meta.authority.minLength", "/meta/authority", [authority, "⟦GDPR\n  receipt"]],
  ["meta.receipt_chain_required.required", "/meta", ["  receipt_chain_required: true\n", ""], key],
  // A boolean in YAML 1.1, a string in 1.2.
  ["meta.receipt_chain_required.type", "/meta/receipt_chain_required", ["required: true", "required: ⟦yes"]],
  ["meta.merkle_root_algorithm.required", "/meta", ["  merkle_root_algorithm: SHA3-256\n", ""], key],
  [
    "meta.merkle_root_algorithm.enum",
    "/meta/merkle_root_algorithm",
    ["root_algorithm: SHA3-256", "root_algorithm: ⟦SHA3"],
  ],
  [
    "meta.classification_ceiling.enum",
    "/meta/classification_ceiling",
    within("meta", "classification_ceiling: ⟦TOP SECRET"),
  ],
  [
    "meta.design_assurance_level.enum",
    "/meta/design_assurance_level",
    within("meta", "design_assurance_level: ⟦A"),
  ],
  ["meta.asil_level.enum", "/meta/asil_level", within("meta", "asil_level: ⟦ASIL-E")],
  ["meta.bes_impact.enum", "/meta/bes_impact", within("meta", "bes_impact: ⟦high")],
  [
    "meta.maritime_security_level.enum",
    "/meta/maritime_security_level",
    within("meta", "maritime_security_level: ⟦2"),
  ],
  [
    "meta.data_subject_jurisdiction.type",
    "/meta/data_subject_jurisdiction",
    within("meta", "data_subject_jurisdiction: ⟦[EU, EEA]"),
  ],
  ["meta.irb_oversight.enum", "/meta/irb_oversight", within("meta", "irb_oversight: ⟦none")],
  ["meta.gxp_category.type", "/meta/gxp_category", within("meta", "gxp_category: ⟦5")],
];
