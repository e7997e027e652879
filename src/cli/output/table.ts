import { type Line, type Tone, fitLine, line, lineWidth, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import { visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Returns the text of a cell; untrusted text is made visible. */
  readonly cell: (row: Row) => string;
  readonly tone?: (row: Row) => Tone;
  readonly align?: "right";
  /** True if the cells may be cut to fit the terminal, to no less than 8 columns. */
  readonly cut?: true;
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
  const titles = columns.map(({ title }) => ({ text: visible(title), tone: "muted" as Tone }));
  const cells = rows.map((row) =>
    columns.map(({ cell, tone }) => ({ text: visible(cell(row)), tone: tone?.(row) ?? "plain" })),
  );
  const natural = columns.map((_, index) =>
    Math.max(...[titles, ...cells].map((each) => displayWidth(each[index]?.text ?? ""))),
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
  columns: readonly { readonly cut?: true }[],
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
