import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { type SealConcern, weakerValues } from "../../../policy/review/seal-concerns.ts";
import { changeCell } from "../select/changes.ts";

/**
 * Names the values of a part that are weaker than in the baseline, also while another version is compared; null if there
 * are none.
 */
export function weakerInPart(page: PolicyPage, row: number): Pick<SealConcern, "words" | "values"> | null {
  const { sinceBaseline, baseline } = page;
  if (!("counts" in sinceBaseline)) return null;
  const weaker = sinceBaseline.changes.filter(
    (change) => change.direction === "weakened" && changeCell(page, change)?.row === row,
  );
  return weaker.length === 0
    ? null
    : weakerValues(
        weaker.map(({ text }) => text),
        baseline,
      );
}
