import type { PageColumn, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { AxisDirection } from "../../../policy/diff/axis-directions.ts";
import { signs } from "../../../policy/signs.ts";
import { type Line, type Span, fitLine, span } from "../../../text/line.ts";
import { fit } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { sumText } from "../../../text/weight-text.ts";
import { displayWidth } from "../../../text/width.ts";
import type { MatrixLayout } from "./matrix-layout.ts";

/** Mark of the sum that is the strength of the policy. */
/** Columns of the bar of an axis' weight, and eighths of them. */
const barColumns = 2;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/** Columns left of the title of a row. */
const titleIndent = 3;
/** Minimum columns right of the axes for the coverage. */
const coverageColumns = 16;

/** Returns true if the coverage fits right of the sums. */
export function hasCoverageBeside({ weight, review }: MatrixLayout): boolean {
  return weight + review >= coverageColumns;
}

/**
 * Draws the number of enforcing clauses per axis.
 * @param marksSingle true to mark single-clause axes, if no row of total weights follows
 */
export function enforcedRow(
  page: PolicyPage,
  layout: MatrixLayout,
  { marksSingle }: { readonly marksSingle: boolean },
): Line {
  const counts = layout.columns.map(({ column }) => {
    const { clauses, enforcers } = column;
    const lacks = lacksEnforcement(column);
    const text = v`${enforcers}${lacks ? "!" : marksSingle && clauses === 1 ? signs.single : ""}`;
    return span(placed(text, layout), lacks ? "error" : clauses === 0 ? "muted" : "plain");
  });
  const covers = coverageSpan(page, v`covers ${page.summary.covered} of 10`, layout);
  return sumRow(layout, [v`enforced by`, v`enforced`], counts, covers);
}

/**
 * Draws the mandatory sum of each axis, with marks for the strength and for axes weaker than in the compared version.
 * @param isInRow true if the row's title is the coverage, as far as it fits
 * @param isAlone true without another sum: then also marks unenforced and single-clause axes
 */
export function mandatoryRow(
  page: PolicyPage,
  layout: MatrixLayout,
  { isInRow, isAlone }: { readonly isInRow: boolean; readonly isAlone: boolean },
): Line {
  const max = Math.max(...page.columns.map(({ mandatoryWeight }) => mandatoryWeight));
  const sums = layout.columns.map(({ column }) => {
    const { axis, clauses, mandatoryWeight } = column;
    const isStrength = isWeakest(column, page.summary.strength);
    const lacks = isAlone && lacksEnforcement(column);
    const single = isAlone && clauses === 1 && mandatoryWeight > 0 ? signs.single : "";
    const isWeaker = sumDirection(page, axis) === "weakened";
    const tone = lacks || isWeaker ? "error" : clauses === 0 ? "muted" : isStrength ? "strong" : "plain";
    if (!layout.isWide) {
      const mark = lacks ? "!" : isStrength ? signs.strength : isWeaker ? signs.weaker : single;
      return span(placed(v`${mandatoryText(column, layout.cell - 1)}${mark}`, layout), tone);
    }
    const mark = lacks
      ? "!"
      : isWeaker
        ? signs.weaker
        : isStrength
          ? signs.strength
          : single === ""
            ? " "
            : single;
    const after = isStrength && mark !== signs.strength ? signs.strength : "";
    const sum = mandatoryText(column, 4);
    // Both marks and a sum with two decimals leave one column for the bar.
    const bar =
      clauses > 0 ? weightBar(mandatoryWeight, max).slice(0, after !== "" && sum.length > 3 ? 1 : 2) : "";
    return span(fit(v`${mark}${bar}${sum}${after}`, layout.cell), tone);
  });
  const needs = coverageSpan(page, openItemsSentence(page), layout);
  const inRow = isInRow ? [...coverageForms(page), v`${page.summary.covered} of 10`] : [];
  return sumRow(layout, [...inRow, v`mandatory weight`, v`mandatory`], sums, needs);
}

/** Returns true for a mandatory axis whose sum is the strength; several may share it. */
function isWeakest(
  { isMandatory, mandatoryWeight }: PageColumn,
  strength: PolicyPage["summary"]["strength"],
): boolean {
  return isMandatory && strength !== null && mandatoryWeight === strength.weight;
}

/** Returns the direction of an axis compared with the other version, or null. */
function sumDirection({ compared: { diff }, columns }: PolicyPage, axis: string): AxisDirection {
  return "axes" in diff ? (diff.axes[columns.findIndex((one) => one.axis === axis)] ?? null) : null;
}

/** Returns true if the axis must be enforced, and no clause does. */
function lacksEnforcement({ isMandatory, standing }: PageColumn): boolean {
  return isMandatory && (standing === "uncovered" || standing === "not-enforced");
}

/** Draws the sum of all weights of each axis, with ¹ for an axis with a single clause, and the strength. */
export function totalRow(page: PolicyPage, layout: MatrixLayout): Line {
  const sums = layout.columns.map(({ column }) =>
    span(placed(totalText(column, layout), layout), column.clauses === 0 ? "muted" : "plain"),
  );
  const words = strengthWords(page);
  const last = words !== null && hasCoverageBeside(layout) ? span(v` ${words}`) : span(v``);
  return sumRow(layout, [v`total weight`, v`total`], sums, last);
}

/** Returns `strength 1.7 Λ8`, as in the list; null without mandatory axes. */
export function strengthWords({ summary: { strength } }: Pick<PolicyPage, "summary">): Visible | null {
  return strength === null ? null : v`strength ${sumText(strength.weight)} ${strength.axis}`;
}

/** Returns the number of covered axes and the minimum: `covers 9 of 10, needs 7`. */
export function coverageText(page: PolicyPage): Visible {
  return v`covers ${page.summary.covered} of 10, ${openItemsSentence(page)}`;
}

/** Returns the coverage with the minimum, the longest form first. */
export function coverageForms(page: PolicyPage): readonly Visible[] {
  const { covered } = page.summary;
  return [coverageText(page), v`${covered} of 10, ${openItemsSentence(page)}`, v`covers ${covered} of 10`];
}

/** Returns true if the document covers too few axes. */
export function lacksCoverage({ summary: { slack } }: PolicyPage): boolean {
  return slack !== null && slack < 0;
}

function openItemsSentence({ summary: { minimum, slack } }: PolicyPage): Visible {
  if (minimum === null) return v`no minimum`;
  return v`needs ${minimum}${slack !== null && slack < 0 ? `, ${-slack} short` : ""}`;
}

function coverageSpan(page: PolicyPage, words: Visible, layout: MatrixLayout): Span {
  if (!hasCoverageBeside(layout)) return span(v``);
  return span(v` ${words}`, lacksCoverage(page) ? "error" : "plain");
}

/** Draws a row of sums with the first title that fits. */
function sumRow(layout: MatrixLayout, titles: readonly Visible[], sums: readonly Span[], last: Span): Line {
  const room = layout.lead + layout.name;
  const words = titles.find((title) => displayWidth(title) <= room - titleIndent) ?? v``;
  const title = span(fit(v`${" ".repeat(titleIndent)}${words}`, room), "muted");
  return fitLine({ spans: [title, ...sums, last] }, layout.width);
}

/** Signs behind a sum. */
const marks = ["!", signs.single, signs.strength, signs.weaker];

/** Places a text of an axis below its number. */
function placed(text: Visible, { cell, isWide }: MatrixLayout): Visible {
  if (isWide) return fit(v` ${text}`, cell);
  return fit(
    marks.some((mark) => text.endsWith(mark)) || displayWidth(text) >= cell ? text : v`${text} `,
    cell,
    "right",
  );
}

/** Returns `2.4`, or `0.3¹` for a single-clause axis. */
function totalText({ clauses, totalWeight }: PageColumn, { isWide, cell }: MatrixLayout): Visible {
  return clauses === 0
    ? v`—`
    : v`${sumText(totalWeight, isWide ? 4 : cell - 1)}${clauses === 1 ? signs.single : ""}`;
}

/** Returns the sum of mandatory weights in at most as many columns. */
function mandatoryText({ clauses, mandatoryWeight }: PageColumn, room: number): Visible {
  return clauses === 0 ? v`—` : v`${sumText(mandatoryWeight, room)}`;
}

function weightBar(weight: number, max: number): string {
  if (!(max > 0) || !(weight > 0)) return " ".repeat(barColumns);
  const filled = Math.max(1, Math.round((Math.min(1, weight / max) || 0) * barColumns * 8));
  return `${"█".repeat(Math.floor(filled / 8))}${eighths[filled % 8]}`;
}
