import type { Place } from "../../policy/finding.ts";
import { cut } from "./cut.ts";

/** Lines above the one that is meant, as a code frame has them. */
const above = 2;

/** Few lines of a text that may be large, and a place among them; lines keep the numbers they have in the whole. */
export function excerptOf(text: string, place: Place): { readonly text: string; readonly place: Place } {
  let start = place.start - (place.column - 1);
  const lines = [cut(text.slice(start, lineEnd(text, start)))];
  for (let line = 0; line < above && start > 0; line++) {
    // Behind the line end that is before `start`.
    const end = start - (text[start - 1] === "\n" && text[start - 2] === "\r" ? 2 : 1);
    start = lineStart(text, end);
    lines.unshift(cut(text.slice(start, end)));
  }
  const offset = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
  return {
    text: lines.join("\n"),
    place: { ...place, start: offset, end: offset + Math.max(0, place.end - place.start) },
  };
}

function lineStart(text: string, end: number): number {
  // With a negative index it would look at the first character.
  if (end === 0) return 0;
  return Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
}

function lineEnd(text: string, from: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
