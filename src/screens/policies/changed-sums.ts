import type { PageColumn, PolicyPage } from "../../policy-service/policy-page.ts";
import { sumText } from "../../text/weight-text.ts";

/**
 * Names the sums of weights that differ between two pages, `mandatory Λ5 3.2 → 2.2`, those that changed most first. Behind
 * them are axes of which only the total differs, `total Λ5 3.2 → 2.7`. The sum that is the strength of both is left out.
 */
export function changedSums(before: PolicyPage, after: PolicyPage): readonly string[] {
  const strength = before.summary.strength?.axis;
  const isStrength = (axis: string) => axis === strength && axis === after.summary.strength?.axis;
  const sums = after.columns.flatMap((column, index) => {
    const older = before.columns[index];
    return older === undefined || isStrength(column.axis) ? [] : (changedSum(older, column) ?? []);
  });
  const named = sums.toSorted(
    (one, other) => Number(one.isTotal) - Number(other.isTotal) || other.difference - one.difference,
  );
  return named.map(({ text }) => text);
}

interface ChangedSum {
  readonly text: string;
  /** True if the sum of the mandatory weights is the same. */
  readonly isTotal: boolean;
  readonly difference: number;
}

function changedSum(before: PageColumn, after: PageColumn): ChangedSum | null {
  const isTotal = sumText(before.mandatoryWeight) === sumText(after.mandatoryWeight);
  const of = ({ totalWeight, mandatoryWeight }: PageColumn) => (isTotal ? totalWeight : mandatoryWeight);
  const [from, to] = [sumText(of(before)), sumText(of(after))];
  if (from === to) return null;
  const text = `${isTotal ? "total" : "mandatory"} ${after.axis} ${from} → ${to}`;
  return { text, isTotal, difference: Math.abs(of(after) - of(before)) };
}
