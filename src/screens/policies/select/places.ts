import {
  isGeneralRow,
  type PagePart,
  partsOf,
  type PolicyPage,
} from "../../../policy-service/policy-page.ts";
import type { Folds } from "../../../text/source/folds.ts";
import { changedFields } from "./changes.ts";
import type { SourceLines } from "./source-lines.ts";

/** First and last line, from 0. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the lines of values of one list, by the line of each. A value ends before the next one, and with its list. */
function rangesOf(starts: readonly number[], { parents, ends }: Folds): readonly LineRange[] {
  return starts.map((first) => {
    const next = Math.min(...starts.filter((start) => start > first));
    const end = ends[parents[first] ?? -1] ?? ends[first] ?? first;
    return { first, last: Math.max(first, Math.min(next - 1, end)) };
  });
}

/** Cell of the matrix. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns a cell of the page: the selected one; for the head of an axis, that of the first clause with it. */
export function shownCell(page: PolicyPage, { row, column }: CellPlace): CellPlace {
  const first = page.clauses.findIndex(({ cells }) => (cells[column] ?? null) !== null);
  return { row: Math.max(0, row < 0 ? first : Math.min(row, partsOf(page).length - 1)), column };
}

/** Returns the place of the general provisions: of the first changed field that the document has, else the thresholds. */
export function generalPlace(page: PolicyPage): Pick<PagePart, "line" | "column"> | null {
  const changed = changedFields(page).map(({ path }) => path);
  const fields = page.general?.fields ?? [];
  return changed.map((path) => fields.find((field) => field.path === path)).find(Boolean) ?? page.general;
}

/**
 * Returns the lines of a cell: those of its mapping, otherwise the first of its clause, or those of the first changed
 * field of the general provisions; null without a clause.
 */
export function cellRange(
  page: PolicyPage,
  { lines, folds }: Pick<SourceLines, "lines" | "folds">,
  { row, column }: CellPlace,
): LineRange | null {
  if (isGeneralRow(page, row)) {
    const first = (generalPlace(page)?.line ?? 1) - 1;
    return { first, last: folds.ends[first] ?? first };
  }
  const clause = page.clauses[row];
  if (clause === undefined) return null;
  const mapping = clause.cells[column]?.mappings[0];
  if (mapping === undefined) return { first: clause.line - 1, last: clause.line - 1 };
  const starts = clause.cells.flatMap((cell) => cell?.mappings ?? []).map(({ line }) => line - 1);
  const range = rangesOf(starts, folds)[starts.indexOf(mapping.line - 1)];
  if (range === undefined) return null;
  let { last } = range;
  while (last > range.first && lines[last]?.trim() === "") last--;
  return { first: range.first, last };
}

/**
 * Returns the cell that a line belongs to: of its mapping, otherwise of its clause or of the general provisions, in the
 * column `column`; null without clauses.
 */
export function cellAtLine(
  { clauses, general }: PolicyPage,
  folds: Folds,
  line: number,
  column: number,
): CellPlace | null {
  const starts = clauses.map((clause) => clause.line - 1);
  const row = rangesOf(starts, folds).findIndex((range) => contains(range, line));
  const clause = clauses[row];
  if (clause === undefined) return general === null ? null : { row: clauses.length, column };
  const mapped = clause.cells.flatMap((cell, index) =>
    (cell?.mappings ?? []).map((mapping) => ({ index, start: mapping.line - 1 })),
  );
  const ranges = rangesOf(
    mapped.map(({ start }) => start),
    folds,
  );
  const at = ranges.findIndex((range) => contains(range, line));
  return { row, column: mapped[at]?.index ?? column };
}

function contains({ first, last }: LineRange, line: number): boolean {
  return line >= first && line <= last;
}
