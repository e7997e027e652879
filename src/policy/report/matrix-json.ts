import type { PolicyMatrix } from "../matrix/matrix.ts";
import { coverageJson } from "./coverage-json.ts";

/** The matrix as a program reads it: of each clause only the axes that it maps, each with all its mappings in one. */
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
