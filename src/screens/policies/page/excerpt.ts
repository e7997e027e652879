import type { Place } from "../../../policy/finding.ts";
import { linesBefore, linesFrom } from "../../../policy/report/code-frame.ts";
import { cut } from "./cut.ts";

/** Returns the lines of a code frame and the range within them. The lines keep their numbers. */
export function excerptOf(text: string, place: Place): { readonly text: string; readonly place: Place } {
  const first = Math.max(1, place.line - linesBefore);
  const lines = linesFrom(text, place.start - (place.column - 1), place.line, first).map((line) => cut(line));
  const start = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
  return { text: lines.join("\n"), place: { ...place, start, end: start + place.end - place.start } };
}
