import { type ChangeText, type DifferenceText, unchanged } from "../../../exports/difference-text.ts";
import { cutLine, type Line, line, span, type Tone } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { padEnd } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapLine } from "../../../text/wrap.ts";

/** Columns before a value, below its path. */
const indent = 2;
/** Columns between values side by side. */
const gap = 2;
/** Maximum rows of a value. */
const maxRows = 4;

/** Draws changes: each path, and below it the earlier and the later value, side by side if both fit. */
export function differenceLines(difference: DifferenceText, width: number): readonly Line[] {
  const { changes, more } = difference;
  if (changes.length === 0) return wrapLine(line(span(unchanged(difference), "muted")), width);
  return [
    ...changes.flatMap((change) => changeLines(change, width)),
    ...(more === 0 ? [] : [cutLine(line(span(v`… ${plural(more, "more change")}`, "muted")), width)]),
  ];
}

function changeLines({ path, before, after }: ChangeText, width: number): readonly Line[] {
  const head = wrapLine(line(span(v`${path}`, "strong")), width, indent);
  if (before === null || after === null) {
    return [
      ...head,
      ...removed(before)
        .concat(added(after))
        .flatMap((one) => valueRows(one, width)),
    ];
  }
  const half = Math.floor((width - indent - gap) / 2);
  const sides = { before: span(v`- ${before}`, "error"), after: span(v`+ ${after}`, "ok") };
  if (displayWidth(sides.before.text) <= half && displayWidth(sides.after.text) <= half) {
    const left = { ...sides.before, text: padEnd(sides.before.text, half + gap) };
    return [...head, indented(line(left, sides.after))];
  }
  const shared = sharedStart(before, after, (width - indent) * maxRows);
  return [
    ...head,
    ...[...removed(before, shared), ...added(after, shared)].flatMap((one) => valueRows(one, width)),
  ];
}

const removed = (text: string | null, shared = 0) => valueLine("-", text, shared, "error");
const added = (text: string | null, shared = 0) => valueLine("+", text, shared, "ok");

function valueLine(sign: string, text: string | null, shared: number, tone: Tone): Line[] {
  if (text === null) return [];
  return [line(span(v`${sign} ${shared === 0 ? text : `…${text.slice(shared)}`}`, tone))];
}

/** Characters shown before the first difference of two long values. */
const around = 20;

/** Returns the number of leading characters to leave out, so that the first rows of long values differ. */
function sharedStart(before: string, after: string, room: number): number {
  if (Math.max(before.length, after.length) < room) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return Math.max(0, same - around);
}

/** Wraps a value; a long one loses its end. */
function valueRows(whole: Line, width: number): readonly Line[] {
  const rows = wrapLine(whole, Math.max(1, width - indent), indent);
  const shown = rows.slice(0, maxRows);
  const last = shown.at(-1);
  if (rows.length <= maxRows || last === undefined) return shown.map(indented);
  const cut = cutLine(line(...last.spans, span(v`……`, "muted")), width - indent);
  return [...shown.slice(0, -1), cut].map(indented);
}

function indented({ spans }: Line): Line {
  return line(span(v`${" ".repeat(indent)}`), ...spans);
}
