/** Verticals of policies, as in the schema. */
export const verticals = [
  "healthcare",
  "financial",
  "defense",
  "aviation",
  "automotive",
  "pharmaceutical",
  "energy",
  "maritime",
  "legaltech",
  "academic",
] as const;
export type Vertical = (typeof verticals)[number];

/** Axes, as in the schema. Λ is U+039B. */
export const axes = ["Λ1", "Λ2", "Λ3", "Λ4", "Λ5", "Λ6", "Λ7", "Λ8", "Λ9", "Λ10"] as const;
export type Axis = (typeof axes)[number];

/** Label of each axis. */
export const axisLabels = {
  Λ1: "Transparency",
  Λ2: "Accountability",
  Λ3: "Privacy",
  Λ4: "Fairness",
  Λ5: "Safety",
  Λ6: "Security",
  Λ7: "Auditability",
  Λ8: "Robustness",
  Λ9: "Explainability",
  Λ10: "Sovereignty",
} as const satisfies Readonly<Record<Axis, string>>;
export type AxisLabel = (typeof axisLabels)[Axis];

export const enforcements = ["mandatory", "recommended", "informational"] as const;
export type Enforcement = (typeof enforcements)[number];

export const algorithms = ["SHA3-256", "SHA-256", "BLAKE3", "SHA3-512"] as const;
export type Algorithm = (typeof algorithms)[number];

export const chainings = ["merkle_dag", "merkle_tree", "hash_chain"] as const;
export type Chaining = (typeof chainings)[number];

/** Mapping of an axis by a clause. */
export interface AxisMapping {
  readonly axis: Axis;
  readonly label: AxisLabel;
  /** Weight from 0 to 1, inclusive. */
  readonly weight: number;
  readonly enforcement: Enforcement;
  readonly rationale?: string;
}

export interface Clause {
  readonly clause_id: string;
  readonly title: string;
  readonly citation: string;
  readonly full_ref: string;
  /** 1 to 4 mappings. */
  readonly lambda_axes: readonly AxisMapping[];
}

/** Section `meta`. Other fields are allowed. */
export interface PolicyMeta {
  readonly title: string;
  readonly description: string;
  readonly authority: string;
  readonly receipt_chain_required: boolean;
  readonly merkle_root_algorithm: Algorithm;
  readonly [more: string]: unknown;
}

/** Section `compliance_thresholds`. Other fields are allowed. */
export interface ComplianceThresholds {
  readonly minimum_lambda_coverage: number;
  readonly mandatory_axes: readonly Axis[];
  readonly receipt_retention_days: number;
  readonly [more: string]: unknown;
}

/** Section `receipt_chain`. Other fields are allowed. */
export interface ReceiptChain {
  readonly algorithm: Algorithm;
  readonly chaining: Chaining;
  /** Quorum, for example `2-of-3`. */
  readonly quorum: string;
  readonly nodes: readonly string[];
  readonly [more: string]: unknown;
}

/** Valid policy document, under the document's names. */
export interface Policy {
  readonly schema_version: string;
  readonly vertical: Vertical;
  readonly regime: string;
  /** Date, for example `2025-07-01`. */
  readonly effective_date: string;
  readonly jurisdiction: string;
  readonly meta: PolicyMeta;
  /** 8 to 12 clauses. */
  readonly regulatory_clauses: readonly Clause[];
  readonly compliance_thresholds: ComplianceThresholds;
  readonly receipt_chain: ReceiptChain;
}
