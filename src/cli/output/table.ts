import { chooseColumns, headingOf, type Table } from "../../tables/column.ts";
import { type Line, type Span, fitLine, line, lineWidth, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import { type Visible, visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: Visible;
  readonly cell: (row: Row) => Span;
  readonly align?: "left" | "right" | undefined;
  /** True if the cells may be cut to fit the terminal, to no less than 8 columns. */
  readonly cut?: boolean;
}

/** Returns the columns of an entity for the table of its command. */
export function printedColumns<Row, Context>(
  table: Table<Row, Context> & { readonly printed: readonly string[] },
  context: Context,
): readonly Column<Row>[] {
  return chooseColumns(table, table.printed).map(
    ({ cell, print = cell, align, printAlign = align, grow, ...column }) => ({
      title: headingOf(column),
      cell: (row) => print(row, context),
      align: printAlign,
      cut: grow !== undefined && grow > 0,
    }),
  );
}

const gap = visible("  ");
const minCutWidth = 8;

/**
 * Formats rows below a line of titles, aligned by display width.
 * @param width maximum width of a line; null: nothing is cut
 */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | null,
): readonly Line[] {
  const titles = columns.map(({ title }) => span(title, "muted"));
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const natural = columns.map((_, index) =>
    [titles, ...cells].reduce((most, each) => Math.max(most, displayWidth(each[index]?.text ?? "")), 0),
  );
  const widths = width === null ? natural : narrow(natural, columns, width);
  return [titles, ...cells].map((each) => {
    const drawn = line(
      ...each.flatMap(({ text, tone }, index) => {
        const fitted = fit(text, widths[index] ?? 0, columns[index]?.align);
        // The last cell is not padded.
        if (index === each.length - 1) return [span(visible(fitted.trimEnd()), tone)];
        return [span(fitted, tone), span(gap)];
      }),
    );
    return width !== null && lineWidth(drawn) > width ? fitLine(drawn, width) : drawn;
  });
}

/** Narrows the widest columns that may be cut, until the line fits or each has the minimum width. */
function narrow(
  natural: readonly number[],
  columns: readonly { readonly cut?: boolean }[],
  width: number,
): readonly number[] {
  const widths = [...natural];
  let over = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
  while (over > 0) {
    const widest = widths.reduce(
      (best, each, index) =>
        columns[index]?.cut && each > minCutWidth && each > (widths[best] ?? 0) ? index : best,
      -1,
    );
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  return widths;
}
