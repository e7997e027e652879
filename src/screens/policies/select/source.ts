import {
  isGeneralRow,
  type PagePart,
  partsOf,
  type PolicyPage,
} from "../../../policy-service/policy-page.ts";
import { memo } from "../../../text/memo.ts";
import { type Folds, foldsByIndent } from "../../../text/source/folds.ts";
import { firstLine, type LineStart, scanLine, type Token } from "../../../text/source/tokens.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import type { Visible } from "../../../text/visible.ts";
import { viewerIn, type ViewerState } from "../../../tui/viewer/state.ts";
import { changedFields } from "./changes.ts";

/** Lines of a source, safe to draw. */
export interface SourceLines {
  readonly lines: readonly Visible[];
  readonly folds: Folds;
  tokensOf(line: number): readonly Token[];
}

/** Returns the lines of a page, which moving asks for at every key. */
export const sourceLines = memo((page: PolicyPage): SourceLines => splitSource(page.source));

/** Splits a source at the same line ends as positions of findings do: LF, CR LF and CR. */
export function splitSource(source: string): SourceLines {
  const lines = visibleLines(source.replaceAll(/\r(?!\n)/g, "\n"));
  const starts: LineStart[] = [firstLine];
  for (const [index, line] of lines.entries()) {
    starts.push(scanLine(line, starts[index] ?? firstLine).next);
  }
  const startOf = (line: number) => starts[line] ?? firstLine;
  return {
    lines,
    folds: foldsByIndent(lines, (line) => {
      const { text, indent } = startOf(line);
      if (text === "block") return (lines[line]?.search(/\S/) ?? -1) > indent;
      return text !== null && text !== "plain";
    }),
    tokensOf: (line) => scanLine(lines[line] ?? "", startOf(line)).tokens,
  };
}

/** First and last line, from 0. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the lines of values of one list, by line. A value ends before the next one, and with its list. */
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

/** Returns the place of the general provisions: the first changed field in the document, else the thresholds. */
export function generalPlace(page: PolicyPage): Pick<PagePart, "line" | "column"> | null {
  const changed = changedFields(page).map(({ path }) => path);
  const fields = page.general?.fields ?? [];
  return changed.map((path) => fields.find((field) => field.path === path)).find(Boolean) ?? page.general;
}

/**
 * Returns the lines of a cell: its mapping's, otherwise its clause's first, or the first changed field of the general
 * provisions; null without a clause.
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
 * Returns the cell of a line: of its mapping, otherwise of its clause or of the general provisions, in the column
 * `column`; null without clauses.
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

/** Page, and the cell at the start of its source. */
export interface SourceSubject {
  readonly page: PolicyPage;
  readonly cell: CellPlace;
}

/** Returns the ID of a position: another cell's lines restart the source. */
export function positionId({ page, cell }: SourceSubject): string {
  const { row, column } = shownCell(page, cell);
  return `${partsOf(page)[row]?.id ?? row} ${column} ${page.path}`;
}

/** Lines visible before the one a source starts at. */
const linesBefore = 2;

/** Returns the position in a source: the last one, or its starting line. */
export function positionAt(viewer: ViewerState, subject: SourceSubject, line: number): ViewerState {
  return viewer.of === positionId(subject) ? viewer : startAt(viewer, subject, line);
}

/** Returns the position in a source at a line, keeping its folds. */
export function startAt(viewer: ViewerState, subject: SourceSubject, line: number): ViewerState {
  return {
    ...viewerIn(viewer, ""),
    of: positionId(subject),
    folded: viewer.of.endsWith(` ${subject.page.path}`) ? viewer.folded : [],
    top: { line: Math.max(0, line - linesBefore), row: 0 },
    cursor: line,
  };
}

/** Returns the position in a reread page, at the same text. */
export function positionKept(viewer: ViewerState, before: SourceSubject, after: SourceSubject): ViewerState {
  if (viewer.of !== positionId(before)) return viewer;
  const of = positionId(after);
  if (before.page.source === after.page.source) return { ...viewer, of };
  const move = lineMoves(sourceLines(before.page).lines, sourceLines(after.page).lines);
  const { cursor, top, folded } = viewer;
  return {
    ...viewer,
    of,
    cursor: move(cursor),
    top: { line: move(top.line), row: top.row },
    folded: folded.map(move),
    hit: null,
  };
}

/** Returns a function from lines of a text to those of a later version: lines below a change move. */
function lineMoves(before: readonly string[], after: readonly string[]): (line: number) => number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let below = 0;
  while (below < shorter - same && before.at(-1 - below) === after.at(-1 - below)) below++;
  const added = after.length - before.length;
  return (line) =>
    line >= before.length - below ? line + added : Math.max(0, Math.min(line, after.length - 1));
}
