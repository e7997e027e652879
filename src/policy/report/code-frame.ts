import { type Line, line, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import type { Place, Severity } from "../finding.ts";

/** Maximum number of lines above the marked one. */
export const linesBefore = 2;

interface FrameOptions {
  readonly severity: Severity;
  /** Maximum columns of a line; null for no limit. */
  readonly columns: number | null;
}

/**
 * Formats the lines of a finding, numbered, with a row of carets: below its whole range if that is on one
 * line, else from its start to the end of its first line. Columns are those of the terminal: wide characters
 * and tabs are accounted for.
 */
export function codeFrame(
  source: string,
  place: Place,
  { severity, columns }: FrameOptions,
): readonly Line[] {
  // Places are relative to the text after the byte order mark.
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const first = Math.max(1, place.line - linesBefore);
  const above = linesFrom(text, place.start - (place.column - 1), place.line, first);
  const digits = String(place.line).length;
  const width = columns === null ? null : Math.max(1, columns - digits - 5);
  const tone = severity === "error" ? "error" : "warn";
  const lines = above.map((one, index) => {
    const shown = onOneLine(one);
    const number = v`${String(first + index).padStart(digits)}`;
    return line(
      span(v`  ${number} │ `, "muted"),
      span(width === null ? shown : truncate(shown, width), first + index === place.line ? "plain" : "muted"),
    );
  });
  const marked = above.at(-1) ?? "";
  const indent = displayWidth(onOneLine(marked.slice(0, place.column - 1)));
  const end = place.endLine === place.line ? place.endColumn - 1 : marked.length;
  const carets = Math.max(1, displayWidth(onOneLine(marked.slice(0, end))) - indent);
  const room = width === null ? carets : Math.max(1, Math.min(carets, width - indent));
  const carried = line(
    span(v`  ${" ".repeat(digits)} │ `, "muted"),
    span(v`${" ".repeat(width === null ? indent : Math.min(indent, width - 1))}${"^".repeat(room)}`, tone),
  );
  return [...lines, carried];
}

function onOneLine(text: string): Visible {
  return visibleLines(text)[0] ?? visible("");
}

/**
 * Returns lines `first` to `last`, searched backwards from the start of `last`, so that a large text is not
 * split.
 */
export function linesFrom(text: string, lastStart: number, last: number, first: number): readonly string[] {
  const lines: string[] = [lineAt(text, lastStart)];
  let start = lastStart;
  for (let number = last - 1; number >= first; number -= 1) {
    // Offset of the line ending before `start`.
    let end = start - 1;
    if (text[end] === "\n" && text[end - 1] === "\r") end -= 1;
    start = lineStart(text, end);
    lines.unshift(text.slice(start, end));
  }
  return lines;
}

function lineAt(text: string, start: number): string {
  const rest = /[\r\n]/g;
  rest.lastIndex = start;
  const end = rest.exec(text)?.index ?? text.length;
  return text.slice(start, end);
}

function lineStart(text: string, end: number): number {
  return Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
}
