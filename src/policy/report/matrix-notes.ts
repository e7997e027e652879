import type { Direction } from "../diff/change.ts";
import { directionOfAxis, directionOfCell, type PlacedDiff } from "../diff/placed-changes.ts";
import type { PolicyMatrix } from "../matrix/matrix.ts";
import { signs } from "../signs.ts";
import { directionStyles } from "./change-lines.ts";

/** Additions of a report to a matrix. */
export interface MatrixNotes {
  /** Review of each clause, for a last column. */
  readonly reviews: readonly string[];
  /** Differences from another version; null if none are known. */
  readonly diff: Pick<PlacedDiff, "changes" | "cells"> | null;
  /** Name of that version. */
  readonly revision: string;
}

/** Mark of a changed cell or axis. */
export interface MatrixMark {
  readonly glyph: string;
  readonly word: string;
}

const marks: Readonly<Record<Direction, MatrixMark | null>> = {
  weakened: { glyph: directionStyles.weakened.glyph, word: "weaker" },
  strengthened: { glyph: directionStyles.strengthened.glyph, word: "stronger" },
  changed: null,
};

/** Marks of a matrix by column, and by row and column; null without one. */
interface MatrixMarks {
  readonly axes: readonly (MatrixMark | null)[];
  readonly cells: readonly (readonly (MatrixMark | null)[])[];
}

/** Marks the weaker and stronger axes and cells, as the screen does. */
export function matrixMarks({ columns, rows }: PolicyMatrix, notes: MatrixNotes | null): MatrixMarks {
  const { changes, cells } = notes?.diff ?? { changes: [], cells: [] };
  const markOf = (direction: Direction | null) => (direction === null ? null : marks[direction]);
  return {
    axes: columns.map((_, column) => markOf(directionOfAxis(changes, column))),
    cells: rows.map((_, row) => columns.map((__, column) => markOf(directionOfCell(cells, row, column)))),
  };
}

/** Explains the additional signs of a matrix, besides enforcements and weights. */
export function signLegend(
  { columns }: PolicyMatrix,
  { axes, cells }: MatrixMarks,
  notes: MatrixNotes | null,
): readonly string[] {
  const used = new Set([...axes, ...cells.flat()]);
  return [
    "! mandatory axis",
    ...(columns.some(({ hasSingleSupport }) => hasSingleSupport)
      ? [`${signs.single} mapped by one clause only`]
      : []),
    ...[marks.weakened, marks.strengthened].flatMap((mark) =>
      mark !== null && used.has(mark) ? [`${mark.glyph} ${mark.word} than in ${notes?.revision ?? ""}`] : [],
    ),
  ];
}
