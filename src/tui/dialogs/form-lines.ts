import type { Line, Span } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { drawField, drawLongField, type TextField } from "../text-field.ts";
import type { ChosenValue } from "./form.ts";
import { shorten } from "./shortened.ts";

/** Rows of a form and the position of its caret. */
export interface FormLines {
  readonly lines: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

const labelColumns = 10;
/** Columns before the text of a field. */
export const fieldIndent = labelColumns + 2;
/** Columns of the marks around a chosen value. */
const chosenMarks = 4;
/** Minimum columns of a form that aligns texts below a field with its text. */
const roomyColumns = 50;

/** Returns the columns before a text below a field. */
export function noteIndent(width: number): number {
  return width < roomyColumns ? 2 : fieldIndent;
}

/** Draws choices, one of them chosen. */
export function options(...choices: readonly (readonly [name: string, chosen: boolean])[]): readonly Span[] {
  return choices.map(([name, chosen], index) =>
    span(v`${index === 0 ? "" : "  "}(${chosen ? "•" : " "}) ${name}`),
  );
}

/** Draws the chosen value between marks of its keys if not all values are visible. */
export function chosenSpan({ text }: ChosenValue, width: number): Span {
  return span(v`‹ ${truncate(text, Math.max(1, width - fieldIndent - chosenMarks))} ›`);
}

/** Draws the label of a field, with a marker if it is focused. */
export function labeled(label: Visible, focused: boolean, ...rest: Line["spans"]): Line {
  const drawn = line(
    span(v`${focused ? "❯ " : "  "}${label.padEnd(labelColumns)}`, focused ? "accent" : "plain"),
    ...rest,
  );
  return focused ? { ...drawn, role: "field" } : drawn;
}

/** Draws choices that have no room beside each other, one below the other. */
export function stackedRows(
  label: Visible,
  focused: boolean,
  [first, ...others]: readonly Span[],
): readonly Line[] {
  return [
    labeled(label, focused, ...(first === undefined ? [] : [first])),
    ...others.map(({ text, ...style }) =>
      line(span(v`${" ".repeat(fieldIndent)}`), { ...style, text: v`${text.trimStart()}` }),
    ),
  ];
}

export interface FieldRow {
  readonly label: Visible;
  readonly field: TextField;
  readonly focused: boolean;
  readonly masked?: boolean;
  /** Text shown while the field is empty. */
  readonly hint?: Visible;
  /** Maximum rows of a text shown in several rows; otherwise unset. */
  readonly rows?: number;
}

/** Draws a labeled text field; its caret is null if the field is not focused. */
export function fieldRows({ label, field, focused, masked, hint, rows }: FieldRow, width: number): FormLines {
  const room = Math.max(8, width - fieldIndent);
  const isEmpty = field.value === "" && hint !== undefined;
  if (rows !== undefined && !isEmpty) {
    const drawn = drawLongField(field, room, rows);
    const lines = drawn.rows.map((text, index) =>
      index === 0
        ? labeled(label, focused, span(text))
        : line(span(v`${" ".repeat(fieldIndent)}`), span(text)),
    );
    return { lines, cursor: focused ? { ...drawn.caret, x: fieldIndent + drawn.caret.x } : null };
  }
  const { text, caret } = drawField(field, room, masked);
  const shown = isEmpty ? span(hint, "muted") : span(text);
  const cursor = focused ? { x: fieldIndent + caret, y: 0 } : null;
  return { lines: [labeled(label, focused, shown)], cursor };
}

/** Draws an error below its field; no rows without an error. */
export function errorRows(message: string | undefined | null, width: number, limit: number): readonly Line[] {
  if (message === undefined || message === null) return [];
  const rows = wrapWords(span(v`✗ ${message}`, "error"), noteColumns(width), 2);
  return noteRows(shorten(rows, limit), width);
}

/** Returns the columns for text below a field. */
export function noteColumns(width: number): number {
  return Math.max(1, width - noteIndent(width));
}

/** Indents rows below a field. */
export function noteRows(rows: readonly Line[], width: number): readonly Line[] {
  return rows.map(({ spans }) => line(span(v`${" ".repeat(noteIndent(width))}`), ...spans));
}

/** Joins rows and returns them with the position of the caret; null if no text field is focused. */
export function formLines(parts: readonly (readonly Line[] | FormLines)[]): FormLines {
  const lines: Line[] = [];
  let cursor: FormLines["cursor"] = null;
  for (const part of parts) {
    if ("lines" in part) {
      if (part.cursor !== null) cursor = { ...part.cursor, y: lines.length + part.cursor.y };
      lines.push(...part.lines);
    } else lines.push(...part);
  }
  return { lines, cursor };
}
