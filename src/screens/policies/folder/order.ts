import { type PolicyRow, verdictRanks } from "../../../tables/policies.ts";

/**
 * Sorts policies by what needs attention: verdict, errors, warnings, clauses that are flagged or reopened, values that
 * are weaker than in HEAD, share of clauses without a verdict, weakest mandatory axis, name. Unchecked files come last, so that results fill the list
 * from the top.
 */
export function worstFirst<Row extends PolicyRow>(files: readonly Row[]): readonly Row[] {
  return files
    .map((file) => ({ file, keys: sortKeys(file) }))
    .toSorted((one, other) => compare(one.keys, other.keys) || (one.file.name < other.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Returns numbers of which the least are the worst. */
function sortKeys({ summary }: PolicyRow): readonly number[] {
  if (summary === null) return [verdictRanks.valid + 1];
  const { verdict, errors, warnings, flagged, reopened, sinceHead, reviewed, parts, strength } = summary;
  return [
    verdictRanks[verdict],
    -errors,
    -warnings,
    -(flagged + reopened),
    -(sinceHead?.weakened ?? 0),
    parts === 0 ? 1 : reviewed / parts,
    strength?.weight ?? Infinity,
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index] ?? 0;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}
