import { axes, axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const coverageBelowMinimum: Rule = {
  id: "coverage-below-minimum",
  severity: "error",
  summary: "Fewer distinct axes are mapped than minimum_lambda_coverage.",
  explanation:
    "Coverage is the number of axes that at least one clause maps. The policy sets a minimum for it and stays below. Map more axes, or lower the minimum if it was set too high.",
  check(_policy, { coverage: { covered, minimum } }) {
    if (minimum === null || covered.length >= minimum) return [];
    const missing = axes
      .filter((axis) => !covered.includes(axis))
      .map((axis) => `${axis} ${axisLabels[axis]}`);
    return [
      {
        path: "/compliance_thresholds/minimum_lambda_coverage",
        message: `${covered.length} of at least ${minimum} axes are mapped`,
        hint:
          missing.length === minimum - covered.length
            ? `map ${missing.join(", ")} too`
            : `map ${minimum - covered.length} more: any of ${missing.join(", ")}`,
        fix: null,
      },
    ];
  },
};
