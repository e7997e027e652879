/** Maximum length of a run of marks, above that of any script. Normalizing takes quadratic time: minutes for a megabyte of marks. */
export const maxMarks = 100;
const marks = new RegExp(String.raw`\p{M}{1,${maxMarks + 1}}`, "gu");

/** Returns the offset of the first longer run of marks in UTF-16 units, or null. */
export function pileOfMarks(text: string): number | null {
  if (text.length <= maxMarks) return null;
  for (const { 0: run, index } of text.matchAll(marks)) {
    if (run.length > maxMarks && Array.from(run).length > maxMarks) return index;
  }
  return null;
}
