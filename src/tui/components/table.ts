import type { NamedColumn } from "../../tables/column.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, selectedLine, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

export interface FittedColumn<Row, Context> extends NamedColumn<Row, Context> {
  /** Width in columns. */
  readonly fitted: number;
}

/** Columns between cells. */
const gap = 1;
/** Columns of the selection marker. */
const marker = 2;

/**
 * Fits columns into a width: removes columns by priority, then widens the others to their widest cells. The
 * rest goes to the column with the greatest share, so that the columns before it stay in place.
 * @param widest width of the widest cell of each column
 */
export function fitColumns<Row, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  width: number,
  widest: readonly number[] = [],
): readonly FittedColumn<Row, Context>[] {
  let kept = columns.map((column, index) => ({
    ...column,
    fitted: column.width,
    widest: widest[index] ?? 0,
  }));
  const spare = () => width - kept.reduce((sum, { fitted }) => sum + fitted + gap, marker - gap);
  while (spare() < 0) {
    const droppable = kept.filter(({ drop }) => drop !== undefined);
    if (droppable.length === 0) return kept;
    const first = droppable.reduce((one, other) => ((other.drop ?? 0) > (one.drop ?? 0) ? other : one));
    kept = kept.filter((column) => column !== first);
  }
  const growing = kept.filter(({ grow = 0 }) => grow > 0);
  widen(growing, spare());
  widen(
    kept.filter(({ grow }) => grow === 0),
    spare(),
  );
  const [first, ...others] = growing;
  if (first !== undefined) {
    const greatest = others.reduce(
      (one, other) => ((other.grow ?? 0) > (one.grow ?? 0) ? other : one),
      first,
    );
    greatest.fitted += spare();
  }
  return kept;
}

interface GrowingColumn {
  fitted: number;
  readonly width: number;
  readonly widest: number;
  readonly grow?: number;
}

/** Widens columns to their widest cells, in proportion to their shares while there is not room for all. */
function widen(columns: readonly GrowingColumn[], spare: number): void {
  const gained = ({ fitted, width, grow = 0 }: GrowingColumn) => (fitted + 1 - width) / Math.max(grow, 1);
  for (let left = spare; left > 0; left -= 1) {
    const [first, ...others] = columns.filter(({ fitted, widest }) => fitted < widest);
    if (first === undefined) return;
    others.reduce((one, other) => (gained(other) < gained(one) ? other : one), first).fitted += 1;
  }
}

/** Draws the titles of the columns. */
export function tableHead<Row, Context>(columns: readonly FittedColumn<Row, Context>[]): Line {
  const cells = columns.map(({ title, fitted, align }) => fit(title, fitted, align));
  return { spans: [span(v`${" ".repeat(marker)}${cells.join(" ".repeat(gap))}`, "muted")] };
}

/** Draws a row of `width` columns. The selected row has a marker in addition to inverse video. */
export function tableRow<Row, Context>(
  columns: readonly FittedColumn<Row, Context>[],
  width: number,
  selected: boolean,
  row: Row,
  context: Context,
): Line {
  const spans: Span[] = [span(selected ? v`❯ ` : v`  `)];
  for (const [index, column] of columns.entries()) {
    if (index > 0) spans.push(span(v` `));
    const { text, tone } = fittedCell(column, row, context);
    spans.push(span(fit(text, column.fitted, column.align), tone));
  }
  const drawn = fitLine({ spans }, width);
  return selected ? selectedLine(drawn) : drawn;
}

/** Returns the whole value if it fits, or else the shortened one. */
function fittedCell<Row, Context>(
  { cell, short, fitted }: FittedColumn<Row, Context>,
  row: Row,
  context: Context,
): Span {
  const whole = cell(row, context);
  if (short === undefined || displayWidth(whole.text) <= fitted) return whole;
  return { ...whole, text: short(row, fitted, context) };
}
