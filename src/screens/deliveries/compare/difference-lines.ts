import { type ChangeText, type DifferenceText, unchanged } from "../../../exports/difference-text.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { blank, cutLine, fitLine, type Line, line, span, type Tone } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapLine, wrapProse } from "../../../text/wrap.ts";

/** Columns before a value, below its path. */
const indent = 2;
/** Columns between values side by side. */
const gap = 2;
/** Maximum rows of a value. */
const maxRows = 4;
/** Columns of the sign before a value. */
const signColumns = 2;
/** Minimum columns for long values side by side. */
export const wideColumns = 90;

/** Draws changes: each path, and below it the earlier and the later value, side by side if both fit. */
export function differenceLines(difference: DifferenceText, width: number): readonly Line[] {
  const { changes } = difference;
  if (changes.length === 0) return unchangedLines(difference, width);
  return [...changes.flatMap((change) => changeLines(change, width)), ...moreLines(difference, width)];
}

export function unchangedLines(difference: DifferenceText, width: number): readonly Line[] {
  return wrapLine(line(span(unchanged(difference), "muted")), width);
}

/** Draws the number of changes that are not shown. */
export function moreLines({ more }: DifferenceText, width: number): readonly Line[] {
  return more === 0 ? [] : [cutLine(line(span(v`… ${plural(more, "more change")}`, "muted")), width)];
}

export interface ChangeStyle {
  /** Maximum rows of a value; a longer one loses its end. @default 4 */
  readonly most?: number;
  /** True if values are never side by side, for a screen reader. @default false */
  readonly stacked?: boolean;
}

/** Draws a change: its path, and below it the values, side by side if both fit or the room is wide. */
export function changeLines(
  { path, before, after }: ChangeText,
  width: number,
  { most = maxRows, stacked = false }: ChangeStyle = {},
): readonly Line[] {
  const head = wrapLine(line(span(v`${path}`, "strong")), width, indent);
  const room = Math.max(1, width - indent);
  if (before === null || after === null) {
    const values = [...removed(before), ...added(after)];
    return [...head, ...values.flatMap((one) => valueRows(one, room, most)).map(indented)];
  }
  const half = halfOf(width);
  const widest = Math.max(displayWidth(v`${before}`), displayWidth(v`${after}`));
  if (!stacked && (width >= wideColumns || widest + signColumns <= half)) {
    const shared = sharedStart(before, after, half * most);
    const [left, right] = [removed(before, shared), added(after, shared)].map((side) =>
      side.flatMap((one) => valueRows(one, half, most)),
    );
    return [...head, ...sideBySide(left ?? [], right ?? [], half + gap).map(indented)];
  }
  const shared = sharedStart(before, after, room * most);
  const values = [...removed(before, shared), ...added(after, shared)];
  return [...head, ...values.flatMap((one) => valueRows(one, room, most)).map(indented)];
}

/** Returns the column of the later values if they are side by side. */
export function laterColumn(width: number): number {
  return indent + halfOf(width) + gap;
}

/** Returns the columns of a value beside another one. */
function halfOf(width: number): number {
  return Math.floor((Math.max(1, width - indent) - gap) / 2);
}

/** Joins two columns; the left one has `width` columns. */
export function sideBySide(left: readonly Line[], right: readonly Line[], width: number): readonly Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const [one, other] = [left[row] ?? blank, right[row]];
    return other === undefined ? one : line(...fitLine(one, width).spans, ...other.spans);
  });
}

const removed = (text: string | null, shared = 0) => valueLine("-", text, shared, "error");
const added = (text: string | null, shared = 0) => valueLine("+", text, shared, "ok");

function valueLine(sign: string, text: string | null, shared: number, tone: Tone): Line[] {
  if (text === null) return [];
  return [line(span(v`${sign} ${shared === 0 ? text : `…${text.slice(shared)}`}`, tone))];
}

/** Characters shown before the first difference of two long values. */
const around = 20;

/** Returns the number of leading characters to omit, so that the first rows of long values differ. */
function sharedStart(before: string, after: string, room: number): number {
  if (Math.max(before.length, after.length) < room) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return Math.max(0, same - around);
}

/** Wraps a value; a long one loses its end. */
function valueRows(whole: Line, width: number, most: number): readonly Line[] {
  return firstRows(wrapProse(whole, width, indent), most, width);
}

function indented({ spans }: Line): Line {
  return line(span(v`${" ".repeat(indent)}`), ...spans);
}
