import { blank, type Line, lineWidth } from "../../../src/text/line.ts";
import { v, visible } from "../../../src/text/visible.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { frameOf } from "../../../src/tui/app-frame.ts";
import type { AppState } from "../../../src/tui/state/slice.ts";
import { drawnFrame, drawnRows } from "./drawn.tsx";
import { registry } from "./registry.ts";

const textOf = ({ spans }: Line) => spans.map(({ text }) => text).join("");

/** Returns the faults of a frame at this size; empty if it is correct. */
export function frameFaults(state: AppState, columns: number, rows: number): readonly string[] {
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const { above, below, panes, dialogs, cursor } = frameOf(state, registry);
  for (const line of [...above, ...below]) {
    check(lineWidth(line) === columns, `${lineWidth(line)} wide: ${JSON.stringify(textOf(line))}`);
  }
  const used = panes.reduce((sum, { rect }) => sum + rect.columns * rect.rows, 0);
  check(used === columns * (rows - above.length - below.length), `panes of ${used} cells`);
  for (const { rect, inner, id } of panes) {
    check(rect.x + rect.columns <= columns && rect.y + rect.rows <= rows - 2, `pane ${id} is outside`);
    check(inner.columns >= 1 && inner.rows >= 1, `pane ${id} has no room`);
  }
  for (const { lines: box, columns: width, left, top, keys = blank, position = v`` } of dialogs) {
    const inBorder = lineWidth(keys) + (position === "" ? 0 : displayWidth(position) + 2);
    check(inBorder <= width + 2, `${inBorder} columns in the border of a box ${width} wide`);
    check(left >= 0 && top >= 0, `a box at ${left},${top}`);
    check(top + box.length + 2 <= rows, `a box of ${box.length} rows at ${top}`);
    check(left + width + 4 <= columns, `a box ${width} wide at ${left}`);
    for (const line of box) check(lineWidth(line) === width, `a ragged box: ${JSON.stringify(textOf(line))}`);
  }
  const shown = [...panes, ...dialogs].flatMap(({ lines }) => lines);
  const borders = panes.flatMap(({ title, foot = [] }) => [{ spans: title }, { spans: foot }]);
  for (const line of [...above, ...borders, ...shown, ...below]) {
    for (const { text } of line.spans) check(visible(text) === text, `not visible: ${JSON.stringify(text)}`);
    check(!/\n/.test(textOf(line)), "a line with a line end in it");
  }
  if (cursor !== null) {
    const inside = cursor.x >= 0 && cursor.x < columns && cursor.y >= 0 && cursor.y < rows;
    check(inside, `the cursor at ${cursor.x},${cursor.y}`);
  }
  return found;
}

/** Returns the faults of a frame after its layout by Ink. */
export function layoutFaults(state: AppState, columns: number, rows: number): readonly string[] {
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  // Ink may leave half of a wide character at the edge of a dialog.
  const drawn = drawnFrame({ ...frameOf(state, registry), dialogs: [] });
  check(drawnRows(state).length === rows, "another number of rows under dialogs");
  check(drawn.length === rows, `${drawn.length} rows`);
  for (const [y, row] of drawn.entries()) {
    const width = displayWidth(visible(row));
    check(visible(row) === row && width <= columns, `row ${y} is ${width} wide: ${JSON.stringify(row)}`);
  }
  return found;
}
