import type { PlacedValue } from "../../text/placed-value.ts";
import { type Splice, blockEntries } from "./splice.ts";
import type { NewValue } from "./text-edit.ts";
import { blockText, columnAt, flowText, isFlow, type Layout } from "./written-value.ts";

/** List, and the item whose layout and quotes a new item copies. */
interface Example {
  readonly value: PlacedValue;
  readonly list: PlacedValue;
}

/**
 * Returns the change of a text that adds an item to a list; null if the layout is not supported.
 * @param index index of the new item, at most the length of the list
 */
export function insertion(
  layout: Layout,
  list: PlacedValue,
  index: number,
  value: NewValue,
  example: Example | null,
): Splice | null {
  const { text } = layout;
  const like = example?.value ?? null;
  if (!isFlow(text, list)) {
    return blockInsertion(layout, list, index, (column) => blockText(layout, value, column, like));
  }
  if (list.items?.length === 0 && like !== null && !isFlow(text, like)) {
    const opened = openedList(layout, list, value, like);
    if (opened !== null) return opened;
  }
  const written = flowText(layout, value, like);
  if (list.items?.length === 0) return firstInsertion(text, list, written, example?.list ?? null);
  return flowInsertion(layout, list, index, written);
}

/** Returns the change of a text that copies an item behind itself; null if the layout is not supported. */
export function copying(layout: Layout, list: PlacedValue, index: number): Splice | null {
  const { text } = layout;
  const item = list.items?.[index];
  if (item === undefined) return null;
  const copied = text.slice(item.start, item.end);
  // The copy starts in the original's column: its other lines keep their indentation.
  if (!isFlow(text, list)) return blockInsertion(layout, list, index + 1, () => copied);
  return flowInsertion(layout, list, index + 1, copied);
}

/** Adds the first item to an empty list in brackets, with the white space of another list. */
function firstInsertion(
  text: string,
  { start, end }: PlacedValue,
  written: string,
  example: PlacedValue | null,
): Splice | null {
  // Comments in the empty list stay.
  if (!/^\[\s*\]$/.test(text.slice(start, end))) return null;
  const [first, last] = [example?.items?.[0], example?.items?.at(-1)];
  const isFlowList = example !== null && isFlow(text, example);
  const [open, close] =
    isFlowList && first !== undefined && last !== undefined
      ? [text.slice(example.start + 1, first.start), text.slice(last.end, example.end - 1)]
      : ["", ""];
  const isBlank = /^\s*$/.test(open + close);
  return { start: start + 1, end: end - 1, text: isBlank ? `${open}${written}${close}` : written };
}

function flowInsertion(
  { text, format }: Layout,
  list: PlacedValue,
  index: number,
  written: string,
): Splice | null {
  const { items = [] } = list;
  const [before, next] = [items[index - 1], items[index]];
  const [first, second] = items;
  if (first === undefined) return null;
  const lead = text.slice(list.start + 1, first.start);
  const between = second === undefined ? "" : text.slice(first.end, second.start);
  const isSpaced = format === "yaml" || /"\s*:\s/.test(text);
  const own = /^\s*$/.test(lead) && /[\r\n]/.test(lead) ? `,${lead}` : isSpaced ? ", " : ",";
  const separator = /^\s*,\s*$/.test(between) ? between : own;
  if (before !== undefined) return { start: before.end, end: before.end, text: `${separator}${written}` };
  return next === undefined ? null : { start: next.start, end: next.start, text: `${written}${separator}` };
}

/**
 * @param write returns the text of the item, whose first line starts in the given column
 */
function blockInsertion(
  { text, eol }: Layout,
  list: PlacedValue,
  index: number,
  write: (column: number) => string,
): Splice | null {
  const entries = blockEntries(text, list);
  const { items = [] } = list;
  const [at, item] = [Math.max(0, index - 1), items[Math.max(0, index - 1)]];
  const entry = entries[at];
  if (entry === undefined || item === undefined) return null;
  const column = columnAt(text, entry.start);
  // An item after a dash on its own line starts on another line.
  const isBeside = /^-[ ]+$/.test(text.slice(entry.start, item.start));
  const dash = isBeside ? text.slice(entry.start, item.start) : "- ";
  const indent = " ".repeat(column);
  const gap = hasGap(text, entries) ? eol : "";
  const written = `${dash}${write(column + dash.length)}`;
  if (index === 0) return { start: entry.start, end: entry.start, text: `${written}${eol}${gap}${indent}` };
  const end = endOfLine(text, entry.end);
  return end === null ? null : { start: end, end, text: `${eol}${gap}${indent}${written}` };
}

/** Returns true if an empty line separates the items. */
function hasGap(text: string, entries: readonly { readonly start: number; readonly end: number }[]): boolean {
  const [first, second] = entries;
  if (first === undefined || second === undefined) return false;
  return /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(text.slice(first.end, second.start));
}

/** Returns the end of the line if only a comment follows, otherwise null. */
function endOfLine(text: string, from: number): number | null {
  const rest = /[ \t]*(?:[ \t]#[^\r\n]*)?(?=[\r\n]|$)/y;
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : null;
}

/** Replaces an empty list in brackets by a list in block style, in the column of the list with `like`. */
function openedList(layout: Layout, list: PlacedValue, value: NewValue, like: PlacedValue): Splice | null {
  const { text, eol } = layout;
  const before = text.slice(0, list.start);
  const start = before.trimEnd().length;
  const isAlone = endOfLine(text, list.end) !== null && /^\[\s*\]$/.test(text.slice(list.start, list.end));
  if (text[start - 1] !== ":" || !isAlone) return null;
  const dash = text.lastIndexOf("-", like.start);
  const column = columnAt(text, dash);
  const gap = text.slice(dash, like.start);
  if (!/^-[ ]+$/.test(gap)) return null;
  const written = blockText(layout, value, column + gap.length, like);
  return { start, end: list.end, text: `${eol}${" ".repeat(column)}${gap}${written}` };
}
