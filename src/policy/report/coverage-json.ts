import type { Coverage } from "../matrix/coverage.ts";
import { clauseName } from "../matrix/readable-policy.ts";

/** Coverage as a program reads it: clauses by their ids, or where they stand if they have none that can be read. */
export function coverageJson({ covered, minimum, slack, mandatory }: Coverage): unknown {
  return {
    covered,
    minimum,
    slack,
    mandatory: mandatory.map(({ axis, standing, carriers, singleSupport, soleEnforcer }) => ({
      axis,
      standing,
      clauses: carriers.map(({ clause }) => clauseName(clause)),
      singleSupport: singleSupport === null ? null : clauseName(singleSupport),
      soleEnforcer: soleEnforcer === null ? null : clauseName(soleEnforcer),
    })),
  };
}
