import type { Visible } from "./visible.ts";
import { visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

const tabStop = 8;

/**
 * Expands the tabs of a line.
 * @param widthOf returns the columns of a text without tabs
 */
export function expandTabs(
  line: string,
  widthOf: (cell: string) => number = (cell) => displayWidth(visible(cell)),
): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  let width = 0;
  const cells = line.split("\t");
  const last = cells.pop() ?? "";
  for (const cell of cells) {
    const cellWidth = widthOf(cell);
    const gap = tabStop - ((width + cellWidth) % tabStop);
    expanded += cell + " ".repeat(gap);
    width += cellWidth + gap;
  }
  return expanded + last;
}

/**
 * Splits untrusted text at LF and CRLF into lines that are safe to draw, and expands tabs to stops every eight
 * columns. A final line end adds no line; other carriage returns become visible. An empty text is one empty line.
 */
export function visibleLines(text: string): Visible[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => visible(expandTabs(line)));
}
