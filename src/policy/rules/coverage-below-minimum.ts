import { axes, axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const coverageBelowMinimum: Rule = {
  id: "coverage-below-minimum",
  severity: "error",
  summary: "Fewer distinct axes are mapped than minimum_lambda_coverage.",
  explanation:
    "Coverage is the number of axes that at least one clause maps. The policy sets a minimum for it and stays below. Map more axes, or lower the minimum if it was set too high.",
  check(policy, { mappings }) {
    const covered = new Set(mappings.map(({ mapping }) => mapping.axis));
    const minimum = policy.compliance_thresholds.minimum_lambda_coverage;
    if (covered.size >= minimum) return [];
    const missing = axes.filter((axis) => !covered.has(axis)).map((axis) => `${axis} ${axisLabels[axis]}`);
    return [
      {
        path: "/compliance_thresholds/minimum_lambda_coverage",
        message: `${covered.size} of at least ${minimum} axes are mapped`,
        hint:
          missing.length === minimum - covered.size
            ? `map ${missing.join(", ")} too`
            : `map ${minimum - covered.size} more: any of ${missing.join(", ")}`,
        fix: null,
      },
    ];
  },
};
