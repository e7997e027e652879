import { axes, axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const coverageBelowMinimum: Rule = {
  id: "coverage-below-minimum",
  severity: "error",
  summary: "Fewer distinct axes are mapped than minimum_lambda_coverage.",
  explanation:
    "Coverage is the number of axes that at least one clause maps. A policy must reach the minimum that it sets. Map more axes, or lower the minimum if it is too high.",
  check(_policy, { coverage: { covered, minimum } }) {
    if (minimum === null || covered.length >= minimum) return [];
    const missing = axes
      .filter((axis) => !covered.includes(axis))
      .map((axis) => `${axis} ${axisLabels[axis]}`);
    return [
      {
        path: "/compliance_thresholds/minimum_lambda_coverage",
        message: `the coverage is ${covered.length}; the minimum is ${minimum}`,
        hint:
          missing.length === minimum - covered.length
            ? `also map ${missing.join(", ")}`
            : `map ${minimum - covered.length} more: any of ${missing.join(", ")}`,
        fix: null,
      },
    ];
  },
};
