import type { Place } from "./finding.ts";

/** Offset of the start of each line of a text. */
export type Lines = readonly number[];

/** Splits a text into lines, at LF, CR LF or CR as in YAML and editors. */
export function linesOf(text: string): Lines {
  const starts = [0];
  if (text.includes("\r")) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
    return starts;
  }
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** Returns the index of the line at an offset. */
function lineAt(lines: Lines, offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the place between two offsets. */
export function placeBetween(lines: Lines, start: number, end: number): Place {
  const [line, endLine] = [lineAt(lines, start), lineAt(lines, end)];
  return {
    line: line + 1,
    column: start - (lines[line] ?? 0) + 1,
    endLine: endLine + 1,
    endColumn: end - (lines[endLine] ?? 0) + 1,
    start,
    end,
  };
}

/** Returns the text of a line before a column; empty if the text does not have the line. */
export function textBefore(text: string, { line, column }: Pick<Place, "line" | "column">): string {
  const start = linesOf(text)[line - 1];
  return start === undefined ? "" : text.slice(start, start + column - 1);
}

/** Converts the columns of a place from UTF-16 units to code points, from 1, end exclusive. */
export function codePointColumns(text: string, place: Place): { column: number; endColumn: number } {
  const columnAt = (offset: number, column: number) =>
    Array.from(text.slice(offset - column + 1, offset)).length + 1;
  return {
    column: columnAt(place.start, place.column),
    endColumn: columnAt(place.end, place.endColumn),
  };
}
