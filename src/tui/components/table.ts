import type { Line, Span } from "../../text/line.ts";
import { fitLine, selectedLine, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";

export interface Column<Name extends string> {
  readonly name: Name;
  readonly title: Visible;
  /** Columns it needs to be of use. */
  readonly width: number;
  readonly align?: "left" | "right";
  /** Shares what is left over; the number is its part. */
  readonly grow?: number;
  /** Left out first when the window is narrow: higher goes sooner, absent never. */
  readonly drop?: number;
}

export interface PlacedColumn<Name extends string> extends Column<Name> {
  readonly placed: number;
}

/** Two cells between columns would be wasted at 80. */
const gap = 1;
const marker = 2;

/** Fits columns into a width: drops those that matter least, then shares what is left. */
export function placeColumns<Name extends string>(
  columns: readonly Column<Name>[],
  width: number,
): readonly PlacedColumn<Name>[] {
  let kept = [...columns];
  const needed = () => kept.reduce((sum, column) => sum + column.width + gap, marker - gap);
  while (needed() > width) {
    const droppable = kept.filter(({ drop }) => drop !== undefined);
    if (droppable.length === 0) break;
    const first = droppable.reduce((one, other) => ((other.drop ?? 0) > (one.drop ?? 0) ? other : one));
    kept = kept.filter((column) => column !== first);
  }
  const spare = Math.max(0, width - needed());
  const parts = kept.reduce((sum, { grow = 0 }) => sum + grow, 0);
  return kept.map((column) => ({
    ...column,
    placed: column.width + (parts === 0 ? 0 : Math.floor((spare * (column.grow ?? 0)) / parts)),
  }));
}

/** The line of titles over a table. */
export function tableHead<Name extends string>(columns: readonly PlacedColumn<Name>[]): Line {
  const cells = columns.map(({ title, placed, align }) => fit(title, placed, align));
  return { spans: [span(v`${" ".repeat(marker)}${cells.join(" ".repeat(gap))}`, "muted")] };
}

/** One row, `width` columns wide: the selected one is marked by a sign as well as by inverse video. */
export function tableRow<Name extends string>(
  columns: readonly PlacedColumn<Name>[],
  width: number,
  selected: boolean,
  cell: (name: Name, width: number) => Span,
): Line {
  const spans: Span[] = [span(selected ? v`❯ ` : v`  `)];
  for (const [index, { name, placed, align }] of columns.entries()) {
    const { text, tone } = cell(name, placed);
    if (index > 0) spans.push(span(v` `));
    spans.push(span(fit(text, placed, align), tone));
  }
  const row = fitLine({ spans }, width);
  return selected ? selectedLine(row) : row;
}
