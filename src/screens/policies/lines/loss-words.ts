import type { PageClause, PolicyPage } from "../../../policy-service/policy-page.ts";
import { mandatoryWeight } from "../../../policy/matrix/weights.ts";
import { axisLabels, type Axis } from "../../../policy/policy.ts";
import { sumText } from "../../../text/weight-text.ts";

/** Describes a document's loss without a clause: coverage, and reduced sums of mandatory weights. */
export function removalWords(clause: PageClause, page: PolicyPage): string {
  const sums = page.columns.flatMap(({ axis, mandatoryWeight: sum }, column) => {
    const own = mandatoryWeight(clause.cells[column]?.mappings ?? []);
    return own > 0 ? [`mandatory ${axis} ${sumText(sum)} → ${sumText(Math.max(0, sum - own))}`] : [];
  });
  return [lossWords(clause, page) ?? "the loss of coverage is not known", ...sums].join(", ");
}

/**
 * Describes the lost coverage without a clause: `Λ4 Fairness is covered by nothing: 9 → 8 of 10`. Null if unknown.
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
