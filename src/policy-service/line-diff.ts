import { unifiedDiff } from "../text/unified-diff.ts";

const maxLines = 1_000;
const maxLineLength = 2_000;

/**
 * Returns the unified diff of two texts, at most 1,000 lines, for versions that cannot be compared clause by clause.
 * @param names of the two texts
 */
export function lineDiff(names: readonly [string, string], before: string, after: string): readonly string[] {
  const lines = unifiedDiff(names, before, after).split("\n");
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  return lines.length > maxLines ? [...shown, "…"] : shown;
}
