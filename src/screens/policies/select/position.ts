import { partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { type ViewerState, viewerIn } from "../../../tui/viewer/state.ts";
import { type CellPlace, shownCell } from "./places.ts";
import { sourceLines } from "./source-lines.ts";

/** Page, and the cell whose lines its source starts at. */
export interface SourceSubject {
  readonly page: PolicyPage;
  readonly cell: CellPlace;
}

/** Returns the ID of a position: a source starts again at the lines of another cell. */
export function positionId({ page, cell }: SourceSubject): string {
  const { row, column } = shownCell(page, cell);
  return `${partsOf(page)[row]?.id ?? row} ${column} ${page.path}`;
}

/** Lines visible before the one a source starts at. */
const linesBefore = 2;

/** Returns the position in a source: the last one, or a line that it starts at. */
export function positionAt(viewer: ViewerState, subject: SourceSubject, line: number): ViewerState {
  return viewer.of === positionId(subject) ? viewer : startAt(viewer, subject, line);
}

/** Returns the position in a source that starts at a line. What is folded in it stays so. */
export function startAt(viewer: ViewerState, subject: SourceSubject, line: number): ViewerState {
  return {
    ...viewerIn(viewer, ""),
    of: positionId(subject),
    folded: viewer.of.endsWith(` ${subject.page.path}`) ? viewer.folded : [],
    top: { line: Math.max(0, line - linesBefore), row: 0 },
    cursor: line,
  };
}

/** Returns the position for a page that was read again, at the same text. */
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

/** Returns a function from lines of a text to those of a later version: lines below what changed move. */
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
