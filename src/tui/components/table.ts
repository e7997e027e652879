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
  /** True for a narrow column: all its values are shortened alike. */
  readonly isNarrow: boolean;
}

/** Table whose columns fit its width. */
export interface FittedTable<Row, Context> {
  readonly columns: readonly FittedColumn<Row, Context>[];
  readonly width: number;
  readonly context: Context;
  /** True if rows are text for a screen reader. */
  readonly isLinear: boolean;
  /** Differs between tables that draw a row differently. */
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

/** Fits the shown columns of a table into a width, by the cells of all rows, so that scrolling moves none. */
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

/** Marks the title of the sorted column with its direction, and gives this column room first. */
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

/** Returns the shown columns of a table, without empty ones that allow it. */
export function filledColumns<Row extends object, Context>(
  state: AppState,
  table: Table<Row, Context>,
  rows: readonly Row[],
  context: Context,
): readonly NamedColumn<Row, Context>[] {
  return withoutEmpty(shownColumns(state, table), rows, context);
}

/** Returns the columns, without empty ones that allow it. */
function withoutEmpty<Row extends object, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  rows: readonly Row[],
  context: Context,
): readonly NamedColumn<Row, Context>[] {
  const widest = widestCells(columns, rows, context);
  return columns.filter(({ leavesEmpty }, index) => leavesEmpty !== true || widest[index] !== 0);
}

/** Widest cells of recently drawn lists, by column name. */
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

/** Widths of the cells of a row that are independent of the clock, by column name. */
const cellWidths = new WeakMap<object, Map<string, number>>();

/** Measures a cell once: a list of thousands of rows changes in a few of them. */
function cellWidth(row: object, name: string, text: () => Visible): number {
  const known = cellWidths.get(row) ?? new Map<string, number>();
  cellWidths.set(row, known);
  const width = known.get(name) ?? displayWidth(text());
  known.set(name, width);
  return width;
}

/** Returns the widest cell of each growing column, once per list of rows. */
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

/** Returns the widest shortened cell of each column with two widths, once per list of rows. */
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
 * Fits columns into a width. Without room for the wanted widths, removes extra columns, then optional ones, then
 * others by priority; widens the rest to their widest cells. The last one gets the remaining columns, so that the
 * others stay in place. A column gets its greater width only if all others have their wanted widths.
 * @param widest width of the widest cell of each column
 * @param widestShort width of the widest shortened cell of each column with two widths
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

/** Returns the remaining screen columns beside columns of these widths. */
function spareOf<C>(columns: readonly C[], width: number, widthOf: (column: C) => number): number {
  return width - columns.reduce((sum, column) => sum + widthOf(column) + gap, marker - gap);
}

/** Removes removable columns by priority while there are too many. */
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
 * Returns the minimum width: the widest cell of a short column with grow 0, the widest shortened cell of a column
 * with two widths.
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

/** Widens columns up to a limit, in proportion to their shares if the room is short. */
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

/** Returns the screen columns left of a column; those of the marker if the table does not show it. */
export function columnLeft<Row, Context>({ columns }: FittedTable<Row, Context>, name: string): number {
  const index = columns.findIndex((column) => column.name === name);
  return columns.slice(0, Math.max(0, index)).reduce((left, { fitted }) => left + fitted + gap, marker);
}

/**
 * Draws the titles of the columns; a click sorts by one. A screen reader gets the titles in each row, and here the
 * order of the rows.
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

/** Draws a row. Selected and marked rows have a marker, the selected one also inverse video. */
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
    ? [span(selected ? v`❯` : v` `), span(v`■`, "accent")]
    : [span(selected ? v`❯ ` : v`  `)];
  for (const [index, column] of columns.entries()) {
    if (index > 0) spans.push(span(v` `));
    spans.push(cellSpan(column, row, context));
  }
  return fitLine({ spans, role: "row" }, width);
}

/** Draws the whole value in a column wide enough, otherwise the shortened one. */
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
