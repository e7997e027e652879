import type { Column, NamedColumn, Table } from "../../tables/column.ts";
import type { Line, Span } from "../../text/line.ts";
import { blank, dimmedLine, fitLine, line, selectedLine, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import { type Visible, v, visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import { shownColumns } from "../columns.ts";
import type { ListView } from "../list.ts";
import { shownSort, sortText } from "../sorted.ts";
import type { AppState } from "../state/slice.ts";
import type { Sort } from "../state/sorts.ts";
import { windowSlice } from "../state/window.ts";

export interface FittedColumn<Row, Context> extends NamedColumn<Row, Context> {
  /** Width in columns. */
  readonly fitted: number;
  /** True if the column is narrower than it should be: all its values are shortened alike. */
  readonly isNarrow: boolean;
}

/** Table whose columns fit its width. */
export interface FittedTable<Row, Context> {
  readonly columns: readonly FittedColumn<Row, Context>[];
  readonly width: number;
  readonly context: Context;
  /** True if rows are text for a screen reader. */
  readonly isLinear: boolean;
  /** Differs from that of another table if a row looks different in it. */
  readonly key: string;
  /** Text for a screen reader if the rows can be sorted: the column and the direction. */
  readonly order: Visible | null;
  /** Order of the rows; null if no column has it. */
  readonly sort: Sort | null;
}

/** Columns between cells. */
const gap = 1;
/** Columns of the selection marker. */
const marker = 2;

/** Fits the shown columns of a table into a width, by the cells of all its rows, so that scrolling moves none. */
export function fitTable<Row extends object, Context>(
  state: AppState,
  table: Table<Row, Context>,
  rows: readonly Row[],
  context: Context,
  width: number,
): FittedTable<Row, Context> {
  const { isLinear } = windowSlice.get(state);
  const sort = shownSort(state, table);
  const shown = shownColumns(state, table);
  const columns = isLinear ? shown : withoutEmpty(markSorted(shown, sort), rows, context);
  const fitted = isLinear
    ? columns.map((column) => ({ ...column, fitted: column.width, isNarrow: false }))
    : fitColumns(columns, width, widestCells(columns, rows, context), widestShorts(columns, rows, context));
  const key = fitted
    .map(({ name, fitted: columnWidth, isNarrow }) => `${name} ${columnWidth} ${isNarrow}`)
    .join(",");
  const isSortable = columns.some(({ order }) => order !== undefined);
  const order = isSortable ? (sortText(state, table) ?? v`usual order`) : null;
  return { columns: fitted, width, context, isLinear, key, order, sort };
}

/** Marks the title of the sorted column with its direction, and gives that column room before all others. */
export function markSorted<Row, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  sort: Sort | null,
): readonly NamedColumn<Row, Context>[] {
  return columns.map((column) => {
    if (column.order === undefined || sort?.column !== column.name) return column;
    const { drop: _, isExtra: __, givesWay: ___, leavesEmpty: ____, ...kept } = column;
    const title = v`${column.title}${sort.descending ? "▼" : "▲"}`;
    return { ...kept, title, width: Math.max(column.width, displayWidth(title)) };
  });
}

/** Returns the shown columns of a table without those that leave while no row has a value. */
export function filledColumns<Row extends object, Context>(
  state: AppState,
  table: Table<Row, Context>,
  rows: readonly Row[],
  context: Context,
): readonly NamedColumn<Row, Context>[] {
  return withoutEmpty(shownColumns(state, table), rows, context);
}

/** Returns the columns without those that leave while they are empty. */
function withoutEmpty<Row extends object, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  rows: readonly Row[],
  context: Context,
): readonly NamedColumn<Row, Context>[] {
  const widest = widestCells(columns, rows, context);
  return columns.filter(({ leavesEmpty }, index) => leavesEmpty !== true || widest[index] !== 0);
}

/** Widest cells of the lists that were drawn last, by the names of their columns. */
const measured = new WeakMap<readonly object[], Map<string, number>>();

/** Measures a list once for each key. */
function measure<Row extends object>(
  rows: readonly Row[],
  key: string,
  widthOf: (row: Row) => number,
): number {
  const known = measured.get(rows) ?? new Map<string, number>();
  measured.set(rows, known);
  const widest = known.get(key) ?? rows.reduce((width, row) => Math.max(width, widthOf(row)), 0);
  known.set(key, widest);
  return widest;
}

/** Widths of the cells of a row that do not change with the clock, by the names of their columns. */
const cellWidths = new WeakMap<object, Map<string, number>>();

/** Measures a cell once, since a list of thousands of rows changes by a few of them. */
function cellWidth(row: object, name: string, text: () => Visible): number {
  const known = cellWidths.get(row) ?? new Map<string, number>();
  cellWidths.set(row, known);
  const width = known.get(name) ?? displayWidth(text());
  known.set(name, width);
  return width;
}

/** Returns the width of the widest cell of each column that grows, once for each list of rows. */
function widestCells<Row extends object, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  rows: readonly Row[],
  context: Context,
): readonly number[] {
  return columns.map(({ name, grow, cell, timed }) =>
    grow === undefined
      ? 0
      : measure(rows, name, (row) =>
          timed === true
            ? displayWidth(cell(row, context).text)
            : cellWidth(row, name, () => cell(row, context).text),
        ),
  );
}

/** Returns the width of the widest shortened cell of each column that has two widths, once for each list of rows. */
function widestShorts<Row extends object, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  rows: readonly Row[],
  context: Context,
): readonly number[] {
  return columns.map(({ name, width, short, hasTwoWidths }) =>
    hasTwoWidths !== true || short === undefined
      ? 0
      : measure(rows, `short ${name}`, (row) => displayWidth(short(row, width, context))),
  );
}

/**
 * Fits columns into a width: removes extra columns, and those that give way, without room for the wanted widths, then
 * others by priority, and widens the rest to their widest cells. The last of them gets the columns that remain, so that those before it stay
 * in place. A column with two widths gets the greater one only if all others have their wanted widths beside it.
 * @param widest width of the widest cell of each column
 * @param widestShort width of the widest shortened cell of each column that has two widths
 */
export function fitColumns<Row, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  width: number,
  widest: readonly number[] = [],
  widestShort: readonly number[] = [],
): readonly FittedColumn<Row, Context>[] {
  const all = columns.map((column, index) => ({
    ...column,
    fitted: startWidth(column, widest[index] ?? 0, widestShort[index] ?? 0),
    widest: widest[index] ?? 0,
  }));
  const roomy = dropped(
    all,
    ({ isExtra, givesWay }) => isExtra === true || givesWay === true,
    (kept) => spareOf(kept, width, wantedWidth) < 0,
  );
  const kept = dropped(
    roomy,
    ({ drop }) => drop !== undefined,
    (some) => spareOf(some, width, ({ fitted }) => fitted) < 0,
  );
  const spare = () => spareOf(kept, width, ({ fitted }) => fitted);
  const isRoomy = spareOf(kept, width, wantedWidth) >= 0;
  const growing = kept.filter(({ grow = 0, hasTwoWidths }) => grow > 0 && (isRoomy || hasTwoWidths !== true));
  widen(growing, spare(), wantedWidth);
  widen(growing, spare(), ({ widest: most }) => most);
  widen(
    kept.filter(({ grow }) => grow === 0),
    spare(),
    ({ widest: most }) => most,
  );
  const last = growing.at(-1);
  if (last !== undefined) last.fitted += Math.max(0, spare());
  return kept.map((column) => ({ ...column, isNarrow: column.fitted < wantedWidth(column) }));
}

/** Returns the columns of the screen that remain beside columns of these widths. */
function spareOf<C>(columns: readonly C[], width: number, widthOf: (column: C) => number): number {
  return width - columns.reduce((sum, column) => sum + widthOf(column) + gap, marker - gap);
}

/** Removes columns that may be removed, by priority, while there are too many. */
function dropped<C extends { readonly drop?: number }>(
  columns: readonly C[],
  mayDrop: (column: C) => boolean,
  areTooMany: (columns: readonly C[]) => boolean,
): readonly C[] {
  if (!areTooMany(columns)) return columns;
  const [first, ...others] = columns.filter(mayDrop);
  if (first === undefined) return columns;
  const next = others.reduce((one, other) => ((other.drop ?? 0) > (one.drop ?? 0) ? other : one), first);
  return dropped(
    columns.filter((column) => column !== next),
    mayDrop,
    areTooMany,
  );
}

/**
 * Returns the minimum width; that of the widest cell in a column with a grow of 0 whose values are short, and that of
 * the widest shortened cell in a column with two widths.
 */
function startWidth<Row, Context>(
  { grow, width, title }: Column<Row, Context>,
  widest: number,
  widestShort: number,
): number {
  const most = grow === 0 ? widest : widestShort;
  return most > 0 ? Math.min(width, Math.max(most, displayWidth(title))) : width;
}

interface GrowingColumn {
  fitted: number;
  readonly width: number;
  readonly wanted?: number;
  readonly widest: number;
  readonly grow?: number;
}

function wantedWidth({ fitted, width, wanted = width, widest }: GrowingColumn): number {
  return Math.max(fitted, Math.min(wanted, widest));
}

/** Widens columns up to a limit, in proportion to their shares while there is not room for all. */
function widen(
  columns: readonly GrowingColumn[],
  spare: number,
  limit: (column: GrowingColumn) => number,
): void {
  const gained = ({ fitted, width, grow = 0 }: GrowingColumn) => (fitted + 1 - width) / Math.max(grow, 1);
  for (let left = spare; left > 0; left -= 1) {
    const [first, ...others] = columns.filter((column) => column.fitted < limit(column));
    if (first === undefined) return;
    others.reduce((one, other) => (gained(other) < gained(one) ? other : one), first).fitted += 1;
  }
}

/** Returns the columns of the screen left of a column; those of the marker if the table does not show it. */
export function columnLeft<Row, Context>({ columns }: FittedTable<Row, Context>, name: string): number {
  const index = columns.findIndex((column) => column.name === name);
  return columns.slice(0, Math.max(0, index)).reduce((left, { fitted }) => left + fitted + gap, marker);
}

/**
 * Draws the titles of the columns, each of which sorts by a click. A screen reader gets the titles in each row, and here
 * the order of the rows.
 */
export function tableHead<Row, Context>({
  columns,
  isLinear,
  order: orderText,
  sort,
}: FittedTable<Row, Context>): Line {
  if (isLinear) return orderText === null ? blank : line(span(orderText, "muted"));
  const titles = columns.map(({ name, title, fitted, align, order }): Span => {
    const isSorted = order !== undefined && sort?.column === name;
    const text = v` ${fit(title, fitted, align)}`;
    const drawn = span(text, isSorted ? "accent" : "muted");
    return order === undefined ? drawn : { ...drawn, click: { command: "list.sort-by", argument: name } };
  });
  return line(span(v`${" ".repeat(marker - gap)}`), ...titles);
}

/** Draws the titles and the visible rows; `isStale` dims the rows. */
export function tableLines<Row, Context>(
  table: FittedTable<Row, Context>,
  rows: readonly Row[],
  { selected, top }: ListView,
  height: number,
  isStale = false,
): readonly Line[] {
  const shown = rows.slice(top, top + height).map((row, index) => {
    const drawn = tableRow(table, row, top + index === selected);
    return isStale ? dimmedLine(drawn) : drawn;
  });
  return [tableHead(table), ...shown];
}

/** Draws a row. The selected row has a marker in addition to inverse video, and a marked row has one too. */
export function tableRow<Row, Context>(
  table: FittedTable<Row, Context>,
  row: Row,
  selected: boolean,
  marked = false,
): Line {
  const drawn = table.isLinear ? linearRow(table, row, marked) : cellRow(table, row, selected, marked);
  return selected ? selectedLine(drawn) : drawn;
}

function cellRow<Row, Context>(
  { columns, width, context }: FittedTable<Row, Context>,
  row: Row,
  selected: boolean,
  marked: boolean,
): Line {
  const spans: Span[] = marked
    ? [span(selected ? v`❯` : v` `), span(v`●`, "accent")]
    : [span(selected ? v`❯ ` : v`  `)];
  for (const [index, column] of columns.entries()) {
    if (index > 0) spans.push(span(v` `));
    spans.push(cellSpan(column, row, context));
  }
  return fitLine({ spans, role: "row" }, width);
}

/** Draws the whole value if it fits into a column that is wide enough, or else the shortened one. */
export function cellSpan<Row, Context>(
  { cell, short, fitted, isNarrow, align }: FittedColumn<Row, Context>,
  row: Row,
  context: Context,
): Span {
  const { text, tone } = cell(row, context);
  const isWhole = short === undefined || (!isNarrow && displayWidth(text) <= fitted);
  return span(fit(isWhole ? text : short(row, fitted, context), fitted, align), tone);
}

/** Draws the titles and values of a row as `status: enabled, target: …`, without empty values. */
function linearRow<Row, Context>(
  { columns, context }: FittedTable<Row, Context>,
  row: Row,
  marked: boolean,
): Line {
  const values = columns.flatMap(({ name, title, cell, print = cell }) => {
    const { text } = print(row, context);
    return text === "" || text === "-" ? [] : [`${title === "" ? name : title}: ${text}`];
  });
  return { spans: [span(visible((marked ? ["marked", ...values] : values).join(", ")))], role: "row" };
}
