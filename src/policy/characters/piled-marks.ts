/**
 * Maximum number of combining marks in a row, more than any script needs. Normalization of a run takes
 * quadratic time: minutes for 1 MB.
 */
export const maxMarks = 100;
const marks = new RegExp(String.raw`\p{M}{1,${maxMarks + 1}}`, "gu");

/** Returns the offset of the first run of more than `maxMarks` combining marks, in UTF-16 units, or null. */
export function pileOfMarks(text: string): number | null {
  if (text.length <= maxMarks) return null;
  for (const { 0: run, index } of text.matchAll(marks)) {
    if (run.length > maxMarks && Array.from(run).length > maxMarks) return index;
  }
  return null;
}
