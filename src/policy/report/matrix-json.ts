import type { Coverage } from "../matrix/coverage.ts";
import type { PolicyMatrix } from "../matrix/matrix.ts";
import { clauseName } from "../matrix/readable-policy.ts";

/**
 * Returns the JSON shape of the matrix: per clause the mapped axes, each with its mappings combined and the
 * first rationale.
 */
export function matrixJson({ columns, rows, coverage }: PolicyMatrix): object {
  return {
    axes: columns.map(({ axis, label, isMandatory, clauses, hasSingleSupport }) => ({
      axis,
      label,
      mandatory: isMandatory,
      clauses,
      singleSupport: hasSingleSupport,
    })),
    clauses: rows.map(({ clause, cells }) => ({
      clause_id: clause.id,
      title: clause.title,
      citation: clause.citation,
      cells: cells.flatMap((cell, index) =>
        cell === null
          ? []
          : [
              {
                axis: columns[index]?.axis ?? null,
                weight: cell.weight,
                enforcement: cell.enforcement,
                rationale: cell.mappings.find(({ rationale }) => rationale !== null)?.rationale ?? null,
              },
            ],
      ),
    })),
    coverage: coverageJson(coverage),
  };
}

/** Returns the JSON shape of the coverage: clauses by their IDs, or by position without a readable ID. */
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
