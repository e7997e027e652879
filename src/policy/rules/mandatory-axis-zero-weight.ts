import { carrierNames, isWeightless } from "../matrix/coverage.ts";
import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const mandatoryAxisZeroWeight: Rule = {
  id: "mandatory-axis-zero-weight",
  severity: "warning",
  summary: "All mappings of a mandatory axis have weight 0.",
  explanation:
    "An axis with weight 0 in every mapping is covered in name only. Give at least one of its mappings a weight.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ carriers }) => carriers.length > 0 && isWeightless(carriers))
      .map(({ axis, path, carriers }) => ({
        path,
        message: `${axis} (${axisLabels[axis]}) is mandatory, but every mapping of it has weight 0`,
        hint: `give it a weight above 0 in ${carrierNames(carriers)}`,
        fix: null,
      })),
};
