import { UsageError } from "../model/errors.ts";
import type { ListName } from "../model/interface-settings.ts";
import { type Span, span } from "../text/line.ts";
import { nearest } from "../text/nearest.ts";
import { truncate } from "../text/truncate.ts";
import { v, type Visible, visible } from "../text/visible.ts";

/** Field of an entity as a column, on its screen and in the table of its command. */
export interface Column<Row, Context> {
  /** Title on the screen. */
  readonly title: Visible;
  /** Title in the table of a command. Defaults to the title in upper case. */
  readonly heading?: Visible;
  /** Minimum width on the screen. */
  readonly width: number;
  /**
   * Width for the full values. Without room for it, extra columns are removed, and the values are shortened.
   * @default `width`
   */
  readonly wanted?: number;
  /** True for an extra column: shown only when all other columns have their wanted width. */
  readonly isExtra?: boolean;
  /** True to remove the column on a narrow screen before others shrink below their wanted width. */
  readonly givesWay?: true;
  readonly align?: "left" | "right";
  /** Alignment in the command's table, if different from the screen. */
  readonly printAlign?: "right";
  /**
   * Share of the width above the minimum. With 0, the column grows to its widest cell after all others; without a
   * share it does not grow. A command cuts only columns with a share.
   */
  readonly grow?: number;
  /**
   * True if no width between the wanted one and the widest shortened value is useful, because all values are
   * shortened alike.
   */
  readonly hasTwoWidths?: true;
  /** Priority of removal from a narrow screen, highest first; a column without it is never removed. */
  readonly drop?: number;
  /** True to remove the column while no row has a value. Only for a growing column. */
  readonly leavesEmpty?: true;
  /** True if the value on the screen changes with the clock. */
  readonly timed?: true;
  /** Returns the whole value. */
  readonly cell: (row: Row, context: Context) => Span;
  /** Shortens the value to a width. By default the end is cut. */
  readonly short?: (row: Row, width: number, context: Context) => Visible;
  /** Returns the sort value; null for none. Lists cannot be sorted by a column without it. */
  readonly order?: (row: Row) => string | number | null;
  /** Returns the value in the command's table and for a screen reader, if different from the screen. */
  readonly print?: (row: Row, context: Context) => Span;
}

/** Columns of an entity. */
export interface Table<Row, Context> {
  /** Plural name of the entity. */
  readonly name: ListName;
  readonly columns: Readonly<Record<string, Column<Row, Context>>>;
  /** Column and direction of the default order, if it follows a column. */
  readonly usual?: { readonly column: string; readonly descending: boolean };
  /** True if the columns cannot be chosen. */
  readonly isFixed?: true;
  /** Names of the columns on the screen, in order. */
  readonly shown: readonly string[];
  /** Names of the columns in the table of the command, in order; absent without a command. */
  readonly printed?: readonly string[];
  /** Names of the columns for a screen reader, in order. @default those of the command */
  readonly spoken?: readonly string[];
}

export interface NamedColumn<Row, Context> extends Column<Row, Context> {
  readonly name: string;
}

/**
 * Returns columns in the order of their names.
 * @throws {UsageError} an unknown name
 */
export function chooseColumns<Row, Context>(
  { name: entity, columns }: Table<Row, Context>,
  names: readonly string[],
): readonly NamedColumn<Row, Context>[] {
  return names.map((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (column !== undefined) return { ...column, name };
    const known = Object.keys(columns);
    const close = nearest(name, known);
    throw new UsageError({
      what: `"${name}" is not a column of ${entity}`,
      why: close === null ? undefined : `perhaps ${close}`,
      hint: `Choose from ${known.join(", ")}`,
    });
  });
}

/** Returns the title of a column in the command's table. */
export function headingOf({ heading, title }: Pick<Column<never, never>, "heading" | "title">): Visible {
  return heading ?? visible(title.toUpperCase());
}

/** ID assigned by the hub, shortened in its middle on the screen. */
export const idColumn: Column<{ readonly id: string }, unknown> = {
  title: v`id`,
  width: 10,
  grow: 0,
  drop: 2,
  cell: ({ id }) => span(visible(id), "muted"),
  short: ({ id }, width) => truncate(visible(id), width, { where: "middle" }),
  print: ({ id }) => span(visible(id)),
  order: ({ id }) => id,
};
