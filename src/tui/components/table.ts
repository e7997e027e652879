import type { Line, Span } from "../../text/line.ts";
import { fitLine, selectedLine, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";

export interface Column<Name extends string> {
  readonly name: Name;
  readonly title: Visible;
  /** Minimum width in columns. */
  readonly width: number;
  readonly align?: "left" | "right";
  /** Share of the remaining width. */
  readonly grow?: number;
  /** Priority of removal from a narrow table, highest first; a column without it is never removed. */
  readonly drop?: number;
}

export interface FittedColumn<Name extends string> extends Column<Name> {
  /** Width in columns. */
  readonly fitted: number;
}

/** Columns between cells. */
const gap = 1;
/** Columns of the selection marker. */
const marker = 2;

/** Fits columns into a width: removes columns by priority, then distributes the remaining width. */
export function fitColumns<Name extends string>(
  columns: readonly Column<Name>[],
  width: number,
): readonly FittedColumn<Name>[] {
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
    fitted: column.width + (parts === 0 ? 0 : Math.floor((spare * (column.grow ?? 0)) / parts)),
  }));
}

/** Draws the titles of the columns. */
export function tableHead<Name extends string>(columns: readonly FittedColumn<Name>[]): Line {
  const cells = columns.map(({ title, fitted, align }) => fit(title, fitted, align));
  return { spans: [span(v`${" ".repeat(marker)}${cells.join(" ".repeat(gap))}`, "muted")] };
}

/** Draws a row of `width` columns. The selected row has a marker in addition to inverse video. */
export function tableRow<Name extends string>(
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
  cell: (name: Name, width: number) => Span,
): Line {
  const spans: Span[] = [span(selected ? v`❯ ` : v`  `)];
  for (const [index, { name, fitted, align }] of columns.entries()) {
    const { text, tone } = cell(name, fitted);
    if (index > 0) spans.push(span(v` `));
    spans.push(span(fit(text, fitted, align), tone));
  }
  const row = fitLine({ spans }, width);
  return selected ? selectedLine(row) : row;
}
