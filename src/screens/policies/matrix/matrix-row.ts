import type { Comparison, PageCell, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Direction } from "../../../policy/diff/change.ts";
import { enforcementGlyphs, weightShade } from "../../../policy/matrix/matrix.ts";
import type { Enforcement } from "../../../policy/policy.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { generalTitle } from "../../../policy/review/general-provisions.ts";
import { signs } from "../../../policy/signs.ts";
import {
  blank,
  clickable,
  cutLine,
  fitLine,
  type Line,
  line,
  type Span,
  span,
  type Tone,
} from "../../../text/line.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { weightText } from "../../../text/weight-text.ts";
import { displayWidth } from "../../../text/width.ts";
import { fieldName } from "../lines/names.ts";
import { cellDirection, changedFields, hasOtherChanges, removedText } from "../select/changes.ts";
import { clauseWeight } from "../select/matrix-order.ts";
import { cellKey } from "../state/what-if.ts";
import { cellClick, type MatrixLayout, reviewSpans, signSpans, titleText } from "./matrix-layout.ts";

/** Columns of a weight in a cell. */
const weightColumns = 3;
/** Columns of the shades of a clause's sum. */
const shadeColumns = 3;
/** Columns of a title below which it is omitted. */
const minTitle = 4;
/** Minimum columns of the changed fields of the general provisions. */
const changeColumns = 18;
/** Name of the row of the general provisions. */
export const generalName = v`General`;

/**
 * Draws a clause of the page.
 * @param index its index on the page
 * @param selected the selected cell; null if another clause is selected
 * @param changed cells that a pending change alters, as `cellKey` names them
 */
export function matrixRow(
  page: PolicyPage,
  index: number,
  layout: MatrixLayout,
  selected: { readonly column: number; readonly isFocused: boolean } | null,
  changed: ReadonlySet<string>,
): Line {
  const clause = page.clauses[index];
  if (clause === undefined) return blank;
  const isCurrent = selected !== null;
  const errors = page.findings.filter((finding) => finding.severity === "error" && finding.clause === index);
  const isFaulty = errors.some(({ axis }) => axis === null);
  const cells = layout.columns.map(({ index: column }) => ({
    column,
    marks: {
      isSelected: isCurrent && selected.column === column,
      isChanged: changed.has(cellKey(index, column)),
      hasError: errors.some((finding) => finding.axis === column),
      direction: cellDirection(page, { row: index, column }),
    },
  }));
  // Narrow cells in brackets have only the column before them for their mark.
  const outside = cells.map(({ marks }) =>
    marks.isSelected && layout.cell === narrowCell ? markSpan(marks) : null,
  );
  const [first = null] = outside;
  const name = layout.name - (first === null ? 0 : 1);
  const mark = isFaulty ? `${signs.error} ` : hasOtherChanges(page, index) ? `${signs.changed} ` : "";
  const id = v`${mark}${layout.ids[index] ?? ""}`;
  const named = nameSpans(id, clause.title, name);
  const isInverse = isCurrent && selected.isFocused;
  return fitLine(
    {
      spans: [
        span(isCurrent ? v`❯` : v` `, "accent"),
        ...signSpans(clause.review, layout.lead - 1),
        ...(isInverse ? named.map(({ text }): Span => ({ text, tone: "plain", selected: true })) : named),
        ...(first === null ? [] : [first]),
        ...cells.flatMap(({ column, marks }, at) =>
          clickable(
            cellClick(index, column),
            cellSpans(clause.cells[column] ?? null, layout, marks, outside[at + 1] ?? null),
          ),
        ),
        ...weightSpans(clauseWeight(clause), layout),
        ...reviewSpans(clause.review, page.reviewer, layout.review),
      ],
    },
    layout.width,
  );
}

/**
 * Draws the general provisions below the clauses: in place of cells, the fields that differ from the compared version.
 * @param selected null if a clause is selected
 * @param isChanged true if a pending change alters them
 */
export function generalRow(
  page: PolicyPage,
  layout: MatrixLayout,
  selected: { readonly isFocused: boolean } | null,
  isChanged: boolean,
): Line {
  if (page.general === null) return blank;
  const { review } = page.general;
  const room = layout.name + layout.columns.length * layout.cell + layout.weight;
  // The title extends over the cells, but never hides changes.
  const kept = isChanged || changedFields(page).length > 0 ? changeColumns : 0;
  const wanted = displayWidth(generalName) + displayWidth(v` ${generalTitle}`) + 1;
  const name = Math.max(layout.name, Math.min(room - kept, wanted));
  const named = nameSpans(generalName, generalTitle, name);
  const cells = room - name;
  const pending = isChanged ? [span(v`* `, "warn")] : [];
  const changes = [...pending, ...changeSpans(page, cells - 2 * pending.length)];
  const used = changes.reduce((sum, { text }) => sum + displayWidth(text), 0);
  return fitLine(
    {
      spans: [
        span(selected === null ? v` ` : v`❯`, "accent"),
        ...signSpans(review, layout.lead - 1),
        ...(selected?.isFocused === true
          ? named.map(({ text }): Span => ({ text, tone: "plain", selected: true }))
          : named),
        ...changes,
        span(fit(v``, cells - used)),
        ...reviewSpans(review, page.reviewer, layout.review),
      ],
    },
    layout.width,
  );
}

/** Names as many differing fields as fit: `▼ retention days, quorum`. */
function changeSpans(page: PolicyPage, width: number): readonly Span[] {
  const fields = changedFields(page);
  const [first] = fields;
  if (first === undefined || width < 3) return [];
  const { glyph, tone } = directionStyles[first.direction];
  const names = fields.map(({ path }) => fieldName(path)).join(", ");
  return [span(v`${glyph}`, tone), span(truncate(v` ${names}`, width - 1))];
}

/** Draws a clause that only the compared version has. */
export function removedRow(
  { id, title }: { readonly id: string; readonly title: string },
  compared: Comparison,
  { lead, width }: MatrixLayout,
): Line {
  const { glyph, tone } = directionStyles.weakened;
  const mark = span(fit(v` ${glyph}`, lead), tone);
  const why = span(v` ${removedText(compared)} · `, "muted");
  return cutLine(line(mark, span(visible(id), "strong"), why, span(titleText(title))), width);
}

/** Draws the title of a category. */
export function categoryRow(name: Visible, clauses: number, { width }: MatrixLayout): Line {
  const text = v` ── ${name} · ${clauses} ${clauses === 1 ? "clause" : "clauses"} ──`;
  return fitLine({ spans: [span(truncate(text, width), "muted")] }, width);
}

/** Draws the name of a row, and as much of its title as fits. */
function nameSpans(id: Visible, title: string | null, width: number): readonly Span[] {
  const shown = truncate(id, width, { where: "middle" });
  const left = width - displayWidth(shown);
  if (left <= minTitle) return [span(fit(shown, width), "strong")];
  return [span(shown, "strong"), span(fit(v` ${titleText(title)}`, left))];
}

const cellTones = {
  mandatory: "accent",
  recommended: "plain",
  informational: "muted",
} as const satisfies Record<Enforcement, Tone>;

/** State of a cell beside its mappings. */
interface CellMarks {
  readonly isSelected: boolean;
  /** True if a pending change alters the cell. */
  readonly isChanged: boolean;
  readonly hasError: boolean;
  /** Difference from the compared version; null for none. */
  readonly direction: Direction | null;
}

/**
 * Draws a cell. Its mark comes before it; if selected, before or within its brackets.
 * @param next mark of the next cell, whose brackets fill that cell; null for none
 */
function cellSpans(
  cell: PageCell | null,
  { cell: width, isWide }: MatrixLayout,
  marks: CellMarks,
  next: Span | null,
): readonly Span[] {
  const { isSelected, isChanged } = marks;
  const mark = markSpan(marks);
  const text = cellText(cell);
  const enforcement = cell?.enforcement ?? null;
  const tone = isChanged ? "warn" : enforcement === null ? "muted" : cellTones[enforcement];
  if (isWide) {
    const room = width - bracketColumns - (mark === null ? 0 : 1);
    // An error or a weaker value replaces the sign of a change.
    const isCovered = marks.hasError || marks.direction === "weakened";
    const sign = isChanged && isCovered ? changedSign : v``;
    const value = v`${sign === "" ? " " : sign}${valueText(cell)}`;
    if (!isSelected) return [mark ?? space, span(fit(v`${text}${value}`, width - 1), tone)];
    const shown = fit(wideText(cell, sign, room), room);
    return [opening, ...(mark === null ? [] : [mark]), span(shown, tone), closing];
  }
  if (!isSelected) {
    return [span(v`${" ".repeat(width - narrowCell)}`), mark ?? space, span(text, tone), next ?? space];
  }
  const before = width > narrowCell ? [mark ?? space, span(v`${" ".repeat(width - narrowCell - 1)}`)] : [];
  return [...before, opening, span(text, tone), closing];
}

/**
 * Returns shade, glyph and weight in a number of columns: the shade gives way to the weight, the glyph to the sign.
 * @param sign sign of a change before the weight; empty for none
 */
function wideText(cell: PageCell | null, sign: Visible, room: number): Visible {
  const text = cellText(cell);
  const value = v`${sign}${valueText(cell)}`;
  const forms = [
    ...(sign === "" ? [v`${text} ${value}`] : []),
    v`${text}${value}`,
    v`${cellGlyph(cell)}${value}`,
  ];
  return forms.find((form) => displayWidth(form) <= room) ?? value;
}

/** Columns of a cell that has room for its brackets, and not for a mark. */
const narrowCell = 4;
const bracketColumns = 2;
const changedSign = v`*`;
const opening = span(v`[`, "strong");
const closing = span(v`]`, "strong");
const space = span(v` `);

/** Draws one mark of a cell: an error, a weaker value, a pending change, or a stronger value; null if none. */
function markSpan({ isChanged, hasError, direction }: CellMarks): Span | null {
  if (hasError) return span(signs.error, "error");
  if (isChanged && direction !== "weakened") return span(changedSign, "warn");
  if (direction === null || direction === "changed") return null;
  const { glyph, tone } = directionStyles[direction];
  return span(v`${glyph}`, tone);
}

/**
 * Returns the shade of the weight and the glyph of the enforcement in two columns: `█●`. A weight of 0 is a digit: an
 * empty shade would look unmapped.
 */
function cellText(cell: PageCell | null): Visible {
  if (cell === null) return v`· `;
  const { weight } = cell;
  const shade = weight === null ? "?" : weight > 0 ? weightShade(weight) : "0";
  return v`${shade}${cellGlyph(cell)}`;
}

function cellGlyph(cell: PageCell | null): Visible {
  const enforcement = cell?.enforcement ?? null;
  return v`${enforcement === null ? "?" : enforcementGlyphs[enforcement]}`;
}

/** Returns the weight of a cell in three columns; empty for 0, visible as the shade. */
function valueText(cell: PageCell | null): Visible {
  const weight = cell?.weight ?? 0;
  return weight === 0 ? v`` : v`${weightText(weight, weightColumns)}`;
}

/** Draws a sum of weights: shades by its share of the highest sum, and the number. */
function weightSpans(sum: number, { weight: width, maxWeight }: MatrixLayout): readonly Span[] {
  if (width === 0) return [];
  const tone = sum > 0 ? "plain" : "warn";
  if (width < shadeColumns + 6) return [span(fit(v` ${weightText(sum, width - 2)}`, width), tone)];
  const filled = maxWeight > 0 ? (Math.max(0, sum) / maxWeight) * shadeColumns : 0;
  const shades = Array.from({ length: shadeColumns }, (_, at) => weightShade(filled - at)).join("");
  return [
    span(v` ${shades} `, "accent"),
    span(fit(v`${weightText(sum, width - shadeColumns - 2)}`, width - shadeColumns - 2), tone),
  ];
}
