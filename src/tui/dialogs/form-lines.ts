import type { TextField } from "../../app/text-field.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { drawField } from "../components/field.ts";
import { shortened } from "./shortened.ts";

/** Rows of a form under construction, and where the caret is. */
export interface FormLines {
  readonly lines: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

const labelColumns = 10;

/** The label in front of a field, marked where the keys go. */
export function labelled(label: Visible, focused: boolean, ...rest: Line["spans"]): Line {
  return line(
    span(v`${focused ? "❯ " : "  "}${label.padEnd(labelColumns)}`, focused ? "accent" : "plain"),
    ...rest,
  );
}

export interface FieldRow {
  readonly label: Visible;
  readonly field: TextField;
  readonly focused: boolean;
  readonly masked?: boolean;
  /** Where nothing is typed yet. */
  readonly hint?: Visible;
  /** Before the text, on the same row. */
  readonly before?: Line["spans"];
}

/** A text field with its label; the caret's column where it has the keys. */
export function fieldRow(
  row: FieldRow,
  width: number,
): { readonly line: Line; readonly caret: number | null } {
  const before = row.before ?? [];
  const used = labelColumns + 2 + before.reduce((sum, { text }) => sum + text.length, 0);
  const { text, caret } = drawField(row.field, Math.max(8, width - used), row.masked);
  const isEmpty = row.field.value === "" && row.hint !== undefined;
  const shown = isEmpty ? span(row.hint ?? v``, "muted") : span(text);
  return {
    line: labelled(row.label, row.focused, ...before, shown),
    caret: row.focused ? used + caret : null,
  };
}

/** What is wrong, under the field it is about. */
export function errorRows(message: string | undefined | null, width: number): readonly Line[] {
  if (message === undefined || message === null) return [];
  return noteRows(shortened(wrapWords(span(v`✗ ${message}`, "error"), noteColumns(width), 2)));
}

/** Columns of what stands under a field, in a form of this width. */
export function noteColumns(width: number): number {
  return Math.max(1, width - labelColumns - 2);
}

/** Rows that stand under a field, in line with its text. */
export function noteRows(rows: readonly Line[]): readonly Line[] {
  return rows.map(({ spans }) => line(span(v`${" ".repeat(labelColumns + 2)}`), ...spans));
}

/** Joins rows, keeping the caret of the one field that has it. */
export function formLines(
  rows: readonly (readonly Line[] | { readonly line: Line; readonly caret: number | null })[],
): FormLines {
  const lines: Line[] = [];
  let cursor: FormLines["cursor"] = null;
  for (const row of rows) {
    if ("line" in row) {
      if (row.caret !== null) cursor = { x: row.caret, y: lines.length };
      lines.push(row.line);
    } else lines.push(...row);
  }
  return { lines, cursor };
}
