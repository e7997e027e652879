import { axisLabels, type Axis } from "../../../policy/policy.ts";
import type { PageClause, PolicyPage } from "../page/policy-page.ts";

/**
 * Describes the coverage that a document loses with a clause: `Λ4 Fairness is covered by nothing: 9 → 8 of 10`.
 * Null if it is not known.
 */
export function lossWords({ loss }: PageClause, { summary }: PolicyPage): string | null {
  if (loss === null) return null;
  const { uncovered, unsatisfied, fallsBelowMinimum } = loss;
  const unenforced = unsatisfied.filter((axis) => !uncovered.includes(axis));
  const { covered, minimum } = summary;
  const needs = fallsBelowMinimum && minimum !== null ? `, needs ${minimum}` : "";
  const parts = [
    ...(uncovered.length > 0
      ? [
          `${axisNames(uncovered)} ${isOrAre(uncovered)} covered by nothing: ${covered} → ${covered - uncovered.length} of 10${needs}`,
        ]
      : []),
    ...(unenforced.length > 0
      ? [`mandatory ${axisNames(unenforced)} ${isOrAre(unenforced)} not enforced`]
      : []),
  ];
  return parts.length === 0 ? "no axis is lost" : parts.join("; ");
}

function axisNames(some: readonly Axis[]): string {
  return some.map((axis) => `${axis} ${axisLabels[axis]}`).join(", ");
}

function isOrAre(some: readonly Axis[]): string {
  return some.length === 1 ? "is" : "are";
}
