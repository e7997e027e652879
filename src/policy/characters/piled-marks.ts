/** No script piles up as many. Normalizing takes time with the square of such a run: a megabyte of marks takes minutes. */
export const mostMarks = 100;
const marks = new RegExp(String.raw`\p{M}{1,${mostMarks + 1}}`, "gu");

/** Offset of the first longer run of marks, in UTF-16 units, or null. */
export function pileOfMarks(text: string): number | null {
  if (text.length <= mostMarks) return null;
  for (const { 0: run, index } of text.matchAll(marks)) {
    if (run.length > mostMarks && Array.from(run).length > mostMarks) return index;
  }
  return null;
}
