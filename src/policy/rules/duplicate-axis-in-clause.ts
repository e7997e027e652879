import { clauseName, type ReadableMapping } from "../matrix/readable-policy.ts";
import type { Rule } from "./rule.ts";

/** Fixable only if both mappings are equal: removing one then loses nothing. */
export const duplicateAxisInClause: Rule = {
  id: "duplicate-axis-in-clause",
  severity: "error",
  summary: "A clause maps one axis twice.",
  explanation:
    "A clause has one weight and one enforcement per axis. With two mappings it is unclear which applies. Keep one, or map the intended axis with the other.",
  check: (_policy, { clauses }) =>
    clauses.flatMap((clause) =>
      clause.mappings.flatMap((mapping, index) => {
        const { axis, path } = mapping;
        const first = clause.mappings.findIndex((other) => other.axis === axis);
        const before = clause.mappings[first];
        if (first === index || before === undefined) return [];
        return {
          path: `${path}/axis`,
          message: `${clauseName(clause)} maps ${axis} twice, first in its mapping ${first + 1}`,
          hint: "keep one of the two, or map the intended axis here",
          fix: isSame(before, mapping)
            ? { title: "remove the repeated mapping", edits: [{ kind: "remove", path }], safe: true }
            : null,
        };
      }),
    ),
};

function isSame(one: ReadableMapping, other: ReadableMapping): boolean {
  return (
    one.label === other.label &&
    one.weight === other.weight &&
    one.enforcement === other.enforcement &&
    one.rationale === other.rationale
  );
}
