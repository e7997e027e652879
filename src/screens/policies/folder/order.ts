import type { PolicyRow } from "../../../tables/policies.ts";
import { needCounts } from "../../../tables/policy-needs.ts";

/**
 * Sorts policies by what they need: the one with the most urgent reason first, of equal reasons the one with more
 * items, then by the next reason, the weakest mandatory axis, and the name. Unchecked files come last, so that results
 * fill the list from the top.
 */
export function worstFirst<Row extends PolicyRow>(files: readonly Row[]): readonly Row[] {
  return files
    .map((file) => ({ file, keys: sortKeys(file) }))
    .toSorted((one, other) => compare(one.keys, other.keys) || (one.file.name < other.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Returns numbers of which the least are the worst. */
function sortKeys(row: PolicyRow): readonly number[] {
  const counts = needCounts(row);
  if (counts === null) return [1];
  return [...counts.map((count) => -count), row.summary?.strength?.weight ?? Infinity];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index] ?? 0;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}
