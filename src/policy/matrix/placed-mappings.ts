import type { Axis, AxisMapping, Clause, Policy } from "../policy.ts";

/** An axis mapping and where it stands. */
export interface PlacedMapping {
  readonly mapping: AxisMapping;
  readonly clause: Clause;
  readonly clauseIndex: number;
  readonly mappingIndex: number;
}

/** All mappings of a policy, in its order. */
export function placedMappings(policy: Policy): readonly PlacedMapping[] {
  const placed: PlacedMapping[] = [];
  policy.regulatory_clauses.forEach((clause, clauseIndex) => {
    clause.lambda_axes.forEach((mapping, mappingIndex) => {
      placed.push({ mapping, clause, clauseIndex, mappingIndex });
    });
  });
  return placed;
}

/** Each axis of mandatory_axes with its place and those of all mappings that are of it, in the order of the list. */
export function mandatoryAxes(
  policy: Policy,
  all: readonly PlacedMapping[],
): readonly { axis: Axis; path: string; mappings: readonly PlacedMapping[] }[] {
  return policy.compliance_thresholds.mandatory_axes.map((axis, index) => ({
    axis,
    path: `/compliance_thresholds/mandatory_axes/${index}`,
    mappings: all.filter(({ mapping }) => mapping.axis === axis),
  }));
}

/** JSON Pointer of a mapping. */
export function mappingPath({ clauseIndex, mappingIndex }: PlacedMapping): string {
  return `/regulatory_clauses/${clauseIndex}/lambda_axes/${mappingIndex}`;
}

/** The ids of the clauses that hold these mappings: `SR-164.308a1, SR-164.312b`. */
export function clauseNames(mappings: readonly PlacedMapping[]): string {
  return [...new Set(mappings.map(({ clause }) => clause.clause_id))].join(", ");
}
