import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const mandatoryAxisUncovered: Rule = {
  id: "mandatory-axis-uncovered",
  severity: "error",
  summary: "An axis of mandatory_axes is mapped by no clause.",
  explanation:
    "The thresholds demand the axis, and no clause answers for it: the policy does not meet its own terms. Map it in the clause that answers for it, or stop demanding it.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ standing }) => standing === "uncovered")
      .map(({ axis, path }) => ({
        path,
        message: `${axis} (${axisLabels[axis]}) is mandatory, and no clause maps it`,
        hint: `map ${axis} in a clause, or take it out of mandatory_axes`,
        fix: null,
      })),
};
