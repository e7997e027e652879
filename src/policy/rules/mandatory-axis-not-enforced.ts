import { carrierNames } from "../matrix/coverage.ts";
import { clauseName } from "../matrix/readable-policy.ts";
import { axisLabels } from "../policy.ts";
import type { Rule } from "./rule.ts";

/** A fix is offered if exactly one mapping could be enforced. It is not safe: the axis itself may be wrongly mandatory. */
export const mandatoryAxisNotEnforced: Rule = {
  id: "mandatory-axis-not-enforced",
  severity: "error",
  summary: "A mandatory axis is mapped, but by no mapping of enforcement mandatory.",
  explanation:
    "The thresholds demand the axis, and every clause that maps it only recommends or informs: nothing has to be done about it. Make one of its mappings mandatory, or stop demanding the axis.",
  check: (_policy, { coverage }) =>
    coverage.mandatory
      .filter(({ standing }) => standing === "not-enforced")
      .map(({ axis, path, carriers, singleSupport }) => {
        const [only, ...others] = carriers.flatMap(({ mappings }) => mappings);
        return {
          path,
          message: `${axis} (${axisLabels[axis]}) is mandatory, and no mapping of it is of enforcement mandatory`,
          hint: `make it mandatory in ${carrierNames(carriers)}, or take it out of mandatory_axes`,
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
