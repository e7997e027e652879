import { axes, axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

/**
 * The fix is safe: coverage, mandatory axes and the matrix use the axis, and the label only names it. The hint names the other axis, in
 * case that was meant.
 */
export const axisLabelMismatch: Rule = {
  id: "axis-label-mismatch",
  severity: "error",
  summary: "A mapping's label is not that of its axis.",
  explanation:
    "Each axis has one label. If the two disagree, a reader sees one axis while coverage counts another. The axis counts: write its label, or, if the label was meant, the axis of that label.",
  check: (_policy, { mappings }) =>
    mappings
      .filter(({ axis, label }) => label !== axisLabels[axis])
      .map(({ axis, label, path: mappingPath }) => {
        const right = axisLabels[axis];
        const path = `${mappingPath}/label`;
        return {
          path,
          message: `${axis} is ${right}, not "${label}"`,
          hint: `write ${right}, or map ${axes.find((other) => axisLabels[other] === label)}, which is ${label}`,
          fix: { title: `change to "${right}"`, edits: [{ kind: "set", path, value: right }], safe: true },
        };
      }),
};
