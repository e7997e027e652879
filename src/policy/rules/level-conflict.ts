import { isSameLevel, twinLevels } from "../fields/levels.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

/**
 * A field that is absent or null states no level. The fix is not safe: either level may be the intended one.
 */
export const levelConflict: Rule = {
  id: "level-conflict",
  severity: "warning",
  summary: "A level in meta differs from the same level in compliance_thresholds.",
  explanation:
    "asil_level, design_assurance_level (dal_level), bes_impact (bes_impact_level), classification_ceiling and maritime_security_level (marsec_level) can be in both sections. If they state different levels, it is unclear which one the policy requires. ASIL-D and D are the same level. Write the same level in both, or state it once.",
  check: ({ meta, compliance_thresholds: thresholds }) =>
    twinLevels.flatMap((twin) => {
      const [stated, other] = [meta[twin.meta], thresholds[twin.threshold]];
      if (typeof stated !== "string" || other === undefined || other === null) return [];
      if (isSameLevel(stated, other)) return [];
      const path = `/compliance_thresholds/${twin.threshold}`;
      return {
        path,
        message: `${twin.threshold} is ${quoted(other)}, and meta.${twin.meta} is ${quoted(stated)}`,
        hint: "write the same level in both, or state it once",
        fix: {
          title: `change to ${quoted(stated)}`,
          edits: [{ kind: "set" as const, path, value: stated }],
          safe: false,
        },
      };
    }),
};
