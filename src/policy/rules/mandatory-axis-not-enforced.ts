import { carrierNames } from "../matrix/coverage.ts";
import { clauseName } from "../matrix/readable-policy.ts";
import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

/**
 * A fix is offered if the axis has exactly one mapping. It is not safe: the axis may be mandatory by mistake.
 */
export const mandatoryAxisNotEnforced: Rule = {
  id: "mandatory-axis-not-enforced",
  severity: "error",
  summary: "A mandatory axis is mapped, but no mapping has enforcement mandatory.",
  explanation:
    "The thresholds require the axis, but every clause that maps it only recommends or informs. Make one of its mappings mandatory, or remove the axis from mandatory_axes.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ standing }) => standing === "not-enforced")
      .map(({ axis, path, carriers, singleSupport }) => {
        const [only, ...others] = carriers.flatMap(({ mappings }) => mappings);
        return {
          path,
          message: `${axis} (${axisLabels[axis]}) is mandatory, but no mapping of it has enforcement mandatory`,
          hint: `make it mandatory in ${carrierNames(carriers)}, or remove it from mandatory_axes`,
          fix:
            only === undefined || others.length > 0 || singleSupport === null
              ? null
              : {
                  title: `make it mandatory in ${clauseName(singleSupport)}`,
                  edits: [{ kind: "set", path: `${only.path}/enforcement`, value: "mandatory" }],
                  safe: false,
                },
        };
      }),
};
