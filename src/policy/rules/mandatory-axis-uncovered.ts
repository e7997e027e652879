import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const mandatoryAxisUncovered: Rule = {
  id: "mandatory-axis-uncovered",
  severity: "error",
  summary: "No clause maps an axis of mandatory_axes.",
  explanation:
    "The thresholds require the axis, but no clause maps it: the policy does not meet its own requirements. Map it in a clause, or remove it from mandatory_axes.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ standing }) => standing === "uncovered")
      .map(({ axis, path }) => ({
        path,
        message: `${axis} (${axisLabels[axis]}) is mandatory, but no clause maps it`,
        hint: `map ${axis} in a clause, or remove it from mandatory_axes`,
        fix: null,
      })),
};
