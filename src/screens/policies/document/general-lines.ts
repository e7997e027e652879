import { directionLooks } from "../../../policy/report/change-lines.ts";
import { generalId } from "../../../policy/review/general-provisions.ts";
import type { TimeZone } from "../../../text/clock-time.ts";
import { blank, type Line, line, type Span, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { changedFields, wasText } from "../compare/changes.ts";
import type { PageGeneral, PolicyPage } from "../page/policy-page.ts";
import { discussionLines } from "../review/discussion-lines.ts";
import { reviewSentence } from "../review/review-words.ts";
import { generalPlace } from "../source/places.ts";
import { fieldName } from "./field-names.ts";
import { labeledLines, oneLine } from "./labeled-lines.ts";
import { sourceExcerpt } from "./source-excerpt.ts";

const labelColumns = 18;

/** Fields that are shown with their values, in this order; others only if they changed. */
const mainFields = [
  "/compliance_thresholds/minimum_lambda_coverage",
  "/compliance_thresholds/mandatory_axes",
  "/compliance_thresholds/receipt_retention_days",
  "/receipt_chain/quorum",
  "/receipt_chain/chaining",
  "/receipt_chain/algorithm",
  "/effective_date",
  "/jurisdiction",
];

/**
 * Formats the general provisions: what they require, how each field differs from the compared version, their review
 * and their source.
 */
export function generalLines(
  page: PolicyPage,
  general: PageGeneral,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  return [
    ...generalToDiscussion(page, general, width, zone),
    ...(general.review.threads.length === 0 ? [blank] : []),
    ...sourceExcerpt(page, general.line, width),
  ];
}

/** Formats the fields, the verdicts and the discussion. */
export function generalToDiscussion(
  page: PolicyPage,
  general: PageGeneral,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  const { reviewProblem } = page.summary;
  const review =
    reviewProblem === null
      ? reviewSentence(general.review, page.reviewer)
      : `cannot be read: ${reviewProblem}`;
  const { line: row } = generalPlace(page) ?? general;
  return [
    ...wrapProse(
      line(span(v` ${generalId}`, "strong"), span(v`  outside the clauses  line ${row}`, "muted")),
      width,
      1,
    ),
    ...fieldLines(page, general, width),
    ...labeledLines("review", review, width, labelColumns),
    ...discussionLines(general.review, page.reviewer, width, zone),
  ];
}

function fieldLines(page: PolicyPage, { fields }: PageGeneral, width: number): readonly Line[] {
  const changed = new Map(changedFields(page).map((field) => [field.path, field]));
  const known = new Map(fields.map((field) => [field.path, field.text]));
  const shown = new Set([...mainFields.filter((path) => known.has(path)), ...changed.keys()]);
  const others = fields.map(({ path }) => path).filter((path) => !shown.has(path));
  const rows = [...shown].flatMap((path) => {
    const text = known.get(path) ?? null;
    const change = changed.get(path);
    const value = text === null ? span(v`—`, "muted") : span(v`${oneLine(text)}`);
    return rowLines(path, [value, ...(change === undefined ? [] : [changeSpan(page, change)])], width);
  });
  return [
    ...rows,
    ...labeledLines("also", [...new Set(others.map(fieldName))].join(", ") || null, width, labelColumns),
  ];
}

function rowLines(path: string, spans: readonly Span[], width: number): readonly Line[] {
  const label = truncate(v`${fieldName(path)}`, Math.max(1, Math.floor(width / 2)));
  const head = span(v` ${label.padEnd(labelColumns - 2)} `, "muted");
  return wrapProse(line(head, ...spans), width, labelColumns);
}

function changeSpan(page: PolicyPage, { direction, was }: ReturnType<typeof changedFields>[number]): Span {
  const { glyph, tone } = directionLooks[direction];
  const before = was === null ? null : oneLine(was);
  return span(v`  ${glyph} ${wasText(before, page.compared)}`, tone);
}
