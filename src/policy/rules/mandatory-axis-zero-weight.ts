import { carrierNames, isWeightless } from "../matrix/coverage.ts";
import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

export const mandatoryAxisZeroWeight: Rule = {
  id: "mandatory-axis-zero-weight",
  severity: "warning",
  summary: "All mappings of a mandatory axis weigh 0.",
  explanation:
    "An axis that weighs nothing wherever it is mapped is covered in name only. Give the mapping that answers for it the weight it has.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ carriers }) => carriers.length > 0 && isWeightless(carriers))
      .map(({ axis, path, carriers }) => ({
        path,
        message: `${axis} (${axisLabels[axis]}) is mandatory, and every mapping of it weighs 0`,
        hint: `give it a weight above 0 in ${carrierNames(carriers)}`,
        fix: null,
      })),
};
