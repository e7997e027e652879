import type { AxisLabel } from "../../../policy/policy.ts";

/** Labels of the axes in six columns. */
export const shortLabels = {
  Transparency: "Transp",
  Accountability: "Accoun",
  Privacy: "Privac",
  Fairness: "Fairns",
  Safety: "Safety",
  Security: "Securi",
  Auditability: "Audita",
  Robustness: "Robust",
  Explainability: "Explai",
  Sovereignty: "Soverg",
} as const satisfies Record<AxisLabel, string>;
