import { axisLabels } from "../policy.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const sovereigntyDomestic: Rule = {
  id: "sovereignty-domestic",
  severity: "warning",
  summary: "Λ10 (Sovereignty) is mandatory in a jurisdiction that starts with US-Federal.",
  explanation:
    "Sovereignty is about data and control staying within a jurisdiction. Requiring it under a single federal law can be right, but is unusual and needs a review.",
  check(policy) {
    const index = policy.compliance_thresholds.mandatory_axes.indexOf("Λ10");
    if (index === -1 || !policy.jurisdiction.startsWith("US-Federal")) return [];
    return [
      {
        path: `/compliance_thresholds/mandatory_axes/${index}`,
        message: `Λ10 (${axisLabels.Λ10}) is mandatory in the domestic jurisdiction ${quoted(policy.jurisdiction)}`,
        hint: "review whether sovereignty must be mandatory here",
        fix: null,
      },
    ];
  },
};
