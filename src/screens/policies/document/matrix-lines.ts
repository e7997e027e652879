import { enforcementGlyphs, weightShade } from "../../../policy/matrix/matrix.ts";
import type { Enforcement } from "../../../policy/policy.ts";
import type { ClauseReview } from "../../../policy/review/clause-review.ts";
import type { Line, Span, Tone } from "../../../text/line.ts";
import { fitLine, span } from "../../../text/line.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import type { Visible } from "../../../text/visible.ts";
import { v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import type { PageCell, PageClause, PageColumn, PolicyPage } from "../page/policy-page.ts";
import { standingLooks } from "../review/review-words.ts";

/** Columns of a row: the widths of its parts, and the visible axes. */
export interface MatrixLayout {
  readonly width: number;
  readonly id: number;
  /** Width of the title; 0 if there is no room. */
  readonly title: number;
  readonly cell: number;
  /** Visible axes; all of them from 53 columns on. */
  readonly columns: readonly { readonly column: PageColumn; readonly index: number }[];
}

/** Widths of the selection marker and of the review (verdict, comment and gap). */
const markColumns = 2;
const reviewColumns = 3;
const idColumns = { min: 8, narrow: 16, wide: 26 };
const cellColumns = { narrow: 4, wide: 5 };
const roomyColumns = 96;

/** Fits the matrix into a width. If not all axes fit, the visible ones include the selected one. */
export function layoutMatrix(
  { clauses, columns }: PolicyPage,
  width: number,
  selected: number,
): MatrixLayout {
  const cell = width >= roomyColumns ? cellColumns.wide : cellColumns.narrow;
  const used = markColumns + reviewColumns;
  const longest = Math.max(idColumns.min, ...clauses.map(({ id }) => displayWidth(idText(id))));
  const maxId = width >= roomyColumns ? idColumns.wide : idColumns.narrow;
  const spare = width - used - columns.length * cell;
  const id = Math.max(idColumns.min, Math.min(longest, maxId, spare));
  const fitting = Math.max(1, Math.min(columns.length, Math.floor((width - used - id) / cell)));
  const first = Math.max(0, Math.min(selected - Math.floor(fitting / 2), columns.length - fitting));
  return {
    width,
    id,
    title: Math.max(0, width - used - id - fitting * cell),
    cell,
    columns: columns.map((column, index) => ({ column, index })).slice(first, first + fitting),
  };
}

/**
 * Draws the names of the axes, with `!` for mandatory ones.
 * @param clauses title of the clause column
 */
export function matrixHead(layout: MatrixLayout, clauses: string): Line {
  const { id, title, cell, columns, width } = layout;
  const before = markColumns + reviewColumns + id + title;
  const names = columns.map(({ column: { axis, isMandatory } }) =>
    span(fit(v`${axis}${isMandatory ? "!" : " "}`, cell, "right"), isMandatory ? "strong" : "muted"),
  );
  return fitLine({ spans: [span(fit(v`     ${clauses}`, before), "muted"), ...names] }, width);
}

/**
 * Draws a clause.
 * @param selected the selected cell; null if another clause is selected
 */
export function matrixRow(
  { id, title, review, cells }: PageClause,
  layout: MatrixLayout,
  selected: { readonly column: number; readonly isFocused: boolean } | null,
): Line {
  const isCurrent = selected !== null;
  const name = fit(truncate(idText(id), layout.id, { where: "middle" }), layout.id);
  const words = layout.title < 4 ? fit(v``, layout.title) : fit(v` ${title ?? ""}`, layout.title);
  const named: Span[] = [span(name, "strong"), span(words)];
  const isInverse = isCurrent && selected.isFocused;
  return fitLine(
    {
      spans: [
        span(isCurrent ? v`❯ ` : v`  `, "accent"),
        ...reviewSpans(review),
        ...(isInverse ? named.map(({ text }): Span => ({ text, tone: "plain", selected: true })) : named),
        ...layout.columns.flatMap(({ index }) =>
          cellSpans(cells[index] ?? null, layout.cell, isCurrent && selected.column === index),
        ),
      ],
    },
    layout.width,
  );
}

function reviewSpans({ standing, threads }: ClauseReview): readonly Span[] {
  const [sign, tone] = standingLooks[standing];
  const hasComment = threads.some(({ root }) => root.text !== "");
  return [span(sign, tone), span(hasComment ? v`✎` : v` `, "accent"), span(v` `)];
}

const cellTones = {
  mandatory: "accent",
  recommended: "plain",
  informational: "muted",
} as const satisfies Record<Enforcement, Tone>;

function cellSpans(cell: PageCell | null, width: number, isSelected: boolean): readonly Span[] {
  const text = cellText(cell);
  const enforcement = cell?.enforcement ?? null;
  const tone = enforcement === null ? "muted" : cellTones[enforcement];
  const before = " ".repeat(width - cellColumns.narrow);
  if (!isSelected) return [span(v`${before} ${text} `, tone)];
  return [span(v`${before}`), span(v`[`, "strong"), span(text, tone), span(v`]`, "strong")];
}

/**
 * Returns the shade of the weight and the glyph of the enforcement in two columns: `█●`. A weight of 0 is a
 * digit: an empty shade would look like no mapping.
 */
function cellText(cell: PageCell | null): Visible {
  if (cell === null) return v`· `;
  const { weight, enforcement } = cell;
  const shade = weight === null ? "?" : weight > 0 ? weightShade(weight) : "0";
  return v`${shade}${enforcement === null ? "?" : enforcementGlyphs[enforcement]}`;
}

/** Draws the coverage and the minimum, and the number of clauses per axis. */
export function coverageLine(page: PolicyPage, layout: MatrixLayout): Line {
  const { id, title, cell, columns, width } = layout;
  const { slack } = page.summary;
  const before = markColumns + reviewColumns + id + title;
  const counts = columns.map(({ column }) => {
    const { clauses, hasSingleSupport, isMandatory, standing } = column;
    const lacks = isMandatory && (standing === "uncovered" || standing === "not-enforced");
    const text = v`${clauses}${hasSingleSupport ? "¹" : lacks ? "!" : " "} `;
    return span(fit(text, cell, "right"), lacks ? "error" : clauses === 0 ? "muted" : "plain");
  });
  const { covered } = page.summary;
  const forms = [coverageText(page), v`covers ${covered} of 10`, v`${covered} of 10`];
  const words = v`  ${forms.find((form) => displayWidth(form) + 2 <= before) ?? v``}`;
  const tone = slack !== null && slack < 0 ? "error" : "plain";
  return fitLine({ spans: [span(fit(words, before), tone), ...counts] }, width);
}

/** Returns the number of covered axes and the minimum. */
export function coverageText({ summary: { covered, minimum, slack } }: PolicyPage): Visible {
  const limit =
    minimum === null || slack === null
      ? ""
      : `, minimum ${minimum} (${slack < 0 ? `${-slack} short` : `${slack} above`})`;
  return v`covers ${covered} of 10${limit}`;
}

const legends = [
  "● mandatory ◐ recommended ○ informational  █▓▒░ weight  · not mapped  ! mandatory axis  ¹ single clause  ✓ approved ⚑ flagged ≠ disagreement ↺ reopened ✎ comment",
  "● mandatory ◐ recommended ○ informational  █▓▒░ weight  ! mandatory axis  ¹ single clause",
  "● mandatory ◐ recommended ○ informational  █▓▒░ weight  ! mandatory  ¹ single",
  "● ◐ ○ enforcement  █▓▒░ weight  ! mandatory",
  "█▓▒░ weight  ! mandatory",
  "",
] as const;

/** Returns the longest legend that fits; empty if none does. */
export function legendText(width: number): Visible {
  return visible(legends.find((text) => displayWidth(text) <= width) ?? "");
}

/** Returns the ID for display, at most 200 characters; `(no ID)` for null. */
function idText(id: string | null): Visible {
  return id === null ? v`(no ID)` : visible(id.slice(0, 200));
}
