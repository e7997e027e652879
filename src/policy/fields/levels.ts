/** Level in meta that compliance_thresholds may repeat, under another name or in another notation. */
interface TwinLevel {
  readonly meta: string;
  readonly threshold: string;
  /** From the least demanding to the most, spelled as in meta. */
  readonly order: readonly string[];
}

export const twinLevels: readonly TwinLevel[] = [
  {
    meta: "asil_level",
    threshold: "asil_level",
    order: ["QM", "ASIL-A", "ASIL-B", "ASIL-C", "ASIL-D"],
  },
  {
    meta: "design_assurance_level",
    threshold: "dal_level",
    // Level A is for catastrophic failures, level E for failures without effect on safety (DO-178C, 2.3.3).
    order: ["DAL-E", "DAL-D", "DAL-C", "DAL-B", "DAL-A"],
  },
  { meta: "bes_impact", threshold: "bes_impact_level", order: ["LOW", "MEDIUM", "HIGH"] },
  {
    meta: "classification_ceiling",
    threshold: "classification_ceiling",
    order: ["UNCLASSIFIED", "CUI", "SECRET", "TOP-SECRET"],
  },
  {
    meta: "maritime_security_level",
    threshold: "marsec_level",
    order: ["MARSEC-1", "MARSEC-2", "MARSEC-3"],
  },
];

/** Normalizes a level: `asil d`, `ASIL-D` and `D` are one level; so are `MARSEC-2` and the number 2. */
function bareLevel(value: string | number): string {
  return String(value)
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, "-")
    .replace(/^(?:ASIL|DAL|MARSEC)-?(?=[A-Z0-9])/, "");
}

/** Returns true if two values state the same level in any notation. Only texts and numbers state levels. */
export function isSameLevel(one: unknown, other: unknown): boolean {
  const isLevel = (value: unknown) => typeof value === "string" || typeof value === "number";
  return isLevel(one) && isLevel(other) && bareLevel(one) === bareLevel(other);
}
