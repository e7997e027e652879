import { plural } from "../../../text/numbers.ts";
import type { PolicyPage } from "../page/policy-page.ts";
import { changeCell } from "./changes.ts";

/** Values that are weaker than in the baseline. */
export interface WeakerValues {
  /** Their number, with a glyph. */
  readonly words: string;
  /** Changes of the first three, and the number of others. */
  readonly named: readonly string[];
}

/** Maximum values that are named. */
const maxNamed = 3;

/**
 * Names the values that are weaker than in the baseline, also while another version is compared; null if there are none.
 * @param row index of the part that they are in; null for all of the policy
 */
export function weakerValues(page: PolicyPage, row: number | null): WeakerValues | null {
  const { sinceBaseline, baseline } = page;
  if (!("counts" in sinceBaseline)) return null;
  const weaker = sinceBaseline.changes.filter(
    (change) => change.direction === "weakened" && (row === null || changeCell(page, change)?.row === row),
  );
  const count = row === null ? sinceBaseline.counts.weakened : weaker.length;
  if (count === 0) return null;
  const named = weaker.slice(0, maxNamed).map(({ text }) => text);
  return {
    words: `▼ ${plural(count, "value")} weaker than in ${baseline}`,
    named: count > named.length ? [...named, `and ${count - named.length} more`] : named,
  };
}
