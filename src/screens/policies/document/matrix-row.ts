import { enforcementGlyphs, weightShade } from "../../../policy/matrix/matrix.ts";
import { weightText } from "../../../policy/matrix/weights.ts";
import type { Enforcement } from "../../../policy/policy.ts";
import type { ClauseReview } from "../../../policy/review/clause-review.ts";
import { type Line, type Span, type Tone, clickable, fitLine, span } from "../../../text/line.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import type { PageCell, PageClause } from "../page/policy-page.ts";
import { shortReview, standingLooks } from "../review/review-words.ts";
import { cellClick } from "./cell-click.ts";
import { type MatrixLayout, titleText } from "./matrix-layout.ts";
import { clauseWeight } from "./matrix-order.ts";

/** Columns of a weight in a cell. */
const weightColumns = 3;
/** Columns of the shades of a clause's sum. */
const shadeColumns = 3;
/** Columns of a title below which it is omitted. */
const minTitle = 4;

/**
 * Draws a clause.
 * @param index its index on the page
 * @param reviewer the name of the person who reviews here
 * @param selected the selected cell; null if another clause is selected
 */
export function matrixRow(
  clause: PageClause,
  index: number,
  reviewer: string,
  layout: MatrixLayout,
  selected: { readonly column: number; readonly isFocused: boolean } | null,
): Line {
  const isCurrent = selected !== null;
  const named = nameSpans(layout.ids[index] ?? v``, clause.title, layout.name);
  const isInverse = isCurrent && selected.isFocused;
  return fitLine(
    {
      spans: [
        span(isCurrent ? v`❯` : v` `, "accent"),
        ...signSpans(clause.review, layout.lead - 1),
        ...(isInverse ? named.map(({ text }): Span => ({ text, tone: "plain", selected: true })) : named),
        ...layout.columns.flatMap(({ index: column }) =>
          clickable(
            cellClick(index, column),
            cellSpans(clause.cells[column] ?? null, layout, isCurrent && selected.column === column),
          ),
        ),
        ...weightSpans(clauseWeight(clause), layout),
        ...reviewSpans(clause.review, reviewer, layout.review),
      ],
    },
    layout.width,
  );
}

/** Draws the title of a category. */
export function categoryRow(name: Visible, clauses: number, { width }: MatrixLayout): Line {
  const text = v` ── ${name} · ${clauses} ${clauses === 1 ? "clause" : "clauses"} ──`;
  return fitLine({ spans: [span(truncate(text, width), "muted")] }, width);
}

function nameSpans(id: Visible, title: string | null, width: number): readonly Span[] {
  const shown = truncate(id, width, { where: "middle" });
  const left = width - displayWidth(shown);
  if (left <= minTitle) return [span(fit(shown, width), "strong")];
  return [span(shown, "strong"), span(fit(v` ${titleText(title)}`, left))];
}

const commentSign = v`✎`;

/** Draws the sign of the verdicts and, in a third column, that of a comment. */
function signSpans(review: ClauseReview, width: number): readonly Span[] {
  const [sign, tone] = standingLooks[review.standing];
  const remark = width > 2 && hasComment(review) ? commentSign : v``;
  return [span(sign, tone), span(fit(remark, width - 1), "accent")];
}

/** Draws reviewer and verdict, or only the verdict's sign. */
function reviewSpans(review: ClauseReview, reviewer: string, width: number): readonly Span[] {
  if (width === 0) return [];
  const remark = hasComment(review) ? v` ${commentSign}` : v``;
  const room = width - displayWidth(remark);
  const [sign, tone] = standingLooks[review.standing];
  const forms = [v` ${shortReview(review, reviewer).text}`, v` ${sign}`];
  const shown = forms.find((form) => displayWidth(form) <= room) ?? v``;
  return [span(shown, tone), span(fit(remark, width - displayWidth(shown)), "accent")];
}

function hasComment({ threads }: ClauseReview): boolean {
  return threads.some(({ root }) => root.text !== "");
}

const cellTones = {
  mandatory: "accent",
  recommended: "plain",
  informational: "muted",
} as const satisfies Record<Enforcement, Tone>;

function cellSpans(
  cell: PageCell | null,
  { cell: width, isWide }: MatrixLayout,
  isSelected: boolean,
): readonly Span[] {
  const text = cellText(cell);
  const enforcement = cell?.enforcement ?? null;
  const tone = enforcement === null ? "muted" : cellTones[enforcement];
  if (isWide) {
    const value = valueText(cell);
    if (!isSelected) return [span(fit(v` ${text} ${value}`, width), tone)];
    const room = width - 2;
    const spaced = v`${text} ${value}`;
    const inner = displayWidth(spaced) <= room ? spaced : v`${text}${value}`;
    return [span(v`[`, "strong"), span(fit(inner, room), tone), span(v`]`, "strong")];
  }
  const before = " ".repeat(width - 4);
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

/** Returns the weight of a cell in three columns; empty for 0, which the shade says. */
function valueText(cell: PageCell | null): Visible {
  const weight = cell?.weight ?? 0;
  return weight === 0 ? v`` : truncate(v`${weightText(weight)}`, weightColumns);
}

/** Draws a sum of weights: shades by its share of the highest sum, and the number. */
function weightSpans(sum: number, { weight: width, maxWeight }: MatrixLayout): readonly Span[] {
  if (width === 0) return [];
  const filled = maxWeight > 0 ? (Math.max(0, sum) / maxWeight) * shadeColumns : 0;
  const shades = Array.from({ length: shadeColumns }, (_, at) => weightShade(filled - at)).join("");
  const tone = sum > 0 ? "plain" : "warn";
  return [span(v` ${shades} `, "accent"), span(fit(v`${weightText(sum)}`, width - shadeColumns - 2), tone)];
}
