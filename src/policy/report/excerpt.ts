import type { Place } from "../finding.ts";

/** Lines of a place, of bounded length. */
export interface Excerpt {
  /** Line of the place, after those before it. */
  readonly text: string;
  /** Place in this text, with its original line number. */
  readonly place: Place;
}

/** Maximum number of lines before that of the place. */
const linesBefore = 2;

/** Maximum characters of a line, in UTF-16 units: a minified document is one line. */
const maxLength = 200;

/** Characters of a long line before the place. */
const lead = 80;

/**
 * Returns the lines around a place. Cuts long lines with an ellipsis, the place's line around it. Searches only the
 * neighborhood: a large text may have a thousand findings.
 */
export function excerptOf(source: string, place: Place): Excerpt {
  // Places are relative to the text after the byte order mark.
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const lineStart = place.start - (place.column - 1);
  const from = place.column - 1 <= lead ? lineStart : wholeCharacter(text, place.start - lead);
  const marked = firstLine(text, from);
  const before = from === lineStart ? "" : "…";
  const lines = [...linesAbove(text, lineStart, place.line), before + marked];
  const column = before.length + (place.start - from) + 1;
  const start = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0) + column - 1;
  const length = Math.min(place.end - place.start, from + marked.length - place.start);
  const endColumn = place.endLine === place.line ? column + length : place.endColumn;
  return { text: lines.join("\n"), place: { ...place, column, endColumn, start, end: start + length } };
}

/** Returns the lines above the line at an offset. */
function linesAbove(text: string, lineStart: number, line: number): readonly string[] {
  const lines: string[] = [];
  let start = lineStart;
  for (let number = line - 1; number >= Math.max(1, line - linesBefore); number -= 1) {
    // Offset of the line ending before `start`.
    let end = start - 1;
    if (text[end] === "\n" && text[end - 1] === "\r") end -= 1;
    const newline = text.lastIndexOf("\n", end - 1);
    start = newline + 1 + text.slice(newline + 1, end).lastIndexOf("\r") + 1;
    lines.unshift(firstLine(text, start));
  }
  return lines;
}

/** Returns the text from an offset to the end of its line, cut to the maximum length. */
function firstLine(text: string, start: number): string {
  const part = text.slice(start, start + maxLength + 1);
  const end = part.search(/[\r\n]/);
  if (end !== -1) return part.slice(0, end);
  return part.length <= maxLength ? part : `${part.slice(0, wholeCharacter(part, maxLength - 1))}…`;
}

/** Returns an offset outside surrogate pairs. */
function wholeCharacter(text: string, offset: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset, offset + 1)) ? offset + 1 : offset;
}
