import { mandatoryWeight } from "../matrix/weights.ts";
import { type Axis, axes } from "../policy.ts";
import type { ComparedPolicy } from "./diff-policies.ts";

/** Combined effect of all changes of an axis; null for an unchanged requirement. */
export type AxisDirection = "weakened" | "strengthened" | null;

/**
 * Compares the requirements of two versions for each axis, Λ1 to Λ10: an axis is weaker if its mandatory sum is
 * lower, or if it is no longer mandatory.
 * @param unknown axes with unknown sums
 */
export function axisDirections(
  before: ComparedPolicy,
  after: ComparedPolicy,
  unknown: ReadonlySet<Axis> = new Set(),
): readonly AxisDirection[] {
  return axes.map((axis) => {
    const differences = [
      unknown.has(axis) ? 0 : weightOf(after, axis) - weightOf(before, axis),
      Number(isMandatory(after, axis)) - Number(isMandatory(before, axis)),
    ];
    if (differences.some((difference) => difference < 0)) return "weakened";
    return differences.some((difference) => difference > 0) ? "strengthened" : null;
  });
}

function weightOf({ regulatory_clauses: clauses }: ComparedPolicy, axis: Axis): number {
  const mappings = clauses.flatMap(({ lambda_axes }) => lambda_axes);
  return mandatoryWeight(mappings.filter((mapping) => mapping.axis === axis));
}

function isMandatory(
  { compliance_thresholds: { mandatory_axes: names } }: ComparedPolicy,
  axis: Axis,
): boolean {
  return names.includes(axis);
}
