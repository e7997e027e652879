import { axes, axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

/**
 * The fix is safe: coverage, mandatory axes and the matrix depend on the axis, not on its label. The hint
 * also names the axis of the written label, which may be the intended one.
 */
export const axisLabelMismatch: Rule = {
  id: "axis-label-mismatch",
  severity: "error",
  summary: "A mapping's label is not that of its axis.",
  explanation:
    "Each axis has one label. If the two disagree, a reader sees one axis while coverage counts another. Write the label of the axis or, if the label is right, its axis.",
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
