import type { PolicyRow } from "../../../tables/policies.ts";
import { openCounts, listedKinds } from "../../../tables/policy-open-items.ts";

const unseen = listedKinds.indexOf("unseen");

/**
 * Sorts policies by what they need: the one with the most urgent reason first, of equal reasons the one with more
 * items, then by the next reason, the weakest mandatory axis, and the name. Clauses to review count by their share, so that
 * the weakest is first of policies that nobody has reviewed. Unchecked files come last, so that results
 * fill the list from the top.
 */
export function worstFirst<Row extends PolicyRow>(files: readonly Row[]): readonly Row[] {
  return files
    .map((file) => ({ file, keys: sortKeys(file) }))
    .toSorted((one, other) => compare(one.keys, other.keys) || (one.file.name < other.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Keys of the rows: each batch of checked policies sorts all of them again. */
const known = new WeakMap<PolicyRow, readonly number[]>();

function sortKeys(row: PolicyRow): readonly number[] {
  const keys = known.get(row) ?? makeKeys(row);
  known.set(row, keys);
  return keys;
}

/** Returns numbers of which the least are the worst. */
function makeKeys(row: PolicyRow): readonly number[] {
  const counts = openCounts(row);
  if (counts === null) return [1];
  const { summary } = row;
  const parts = Math.max(1, summary?.parts ?? 0);
  const keys = counts.map((count, index) => -(index === unseen ? count / parts : count));
  return [...keys, summary?.strength?.weight ?? Infinity];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index] ?? 0;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}
