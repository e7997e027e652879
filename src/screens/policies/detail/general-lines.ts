import type { PageGeneral, PolicyPage } from "../../../policy-service/policy-page.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { generalId } from "../../../policy/review/general-provisions.ts";
import type { TimeZone } from "../../../text/clock-time.ts";
import { type Line, line, type Span, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { labeledLines, oneLine, sectionRule } from "../lines/labeled-lines.ts";
import { fieldName } from "../lines/names.ts";
import { reviewSentence } from "../lines/review-words.ts";
import { changedFields, wasText } from "../select/changes.ts";
import { generalPlace } from "../select/source.ts";
import { sourceExcerpt } from "./cell-lines.ts";
import { discussionLines } from "./discussion-lines.ts";

const labelColumns = 18;

/** Main fields, shown first in this order; others only if changed. */
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

/** Formats the general provisions: requirements, differences from the compared version, review and source. */
export function generalLines(
  page: PolicyPage,
  general: PageGeneral,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  return [
    ...generalToDiscussion(page, general, width, zone),
    ...otherFieldLines(page, general, width),
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

/** Returns the main and changed fields. */
function firstFields(page: PolicyPage, { fields }: PageGeneral): ReadonlySet<string> {
  const known = new Set(fields.map(({ path }) => path));
  return new Set([
    ...mainFields.filter((path) => known.has(path)),
    ...changedFields(page).map(({ path }) => path),
  ]);
}

function fieldLines(page: PolicyPage, general: PageGeneral, width: number): readonly Line[] {
  const changed = new Map(changedFields(page).map((field) => [field.path, field]));
  const known = new Map(general.fields.map((field) => [field.path, field.text]));
  return [...firstFields(page, general)].flatMap((path) => {
    const text = known.get(path) ?? null;
    const change = changed.get(path);
    const value = text === null ? span(v`—`, "muted") : span(v`${oneLine(text)}`);
    return rowLines(
      fieldName(path),
      [value, ...(change === undefined ? [] : [changeSpan(page, change)])],
      width,
    );
  });
}

/** Formats the other fields below a rule, each with its section if another field has its name. */
function otherFieldLines(page: PolicyPage, general: PageGeneral, width: number): readonly Line[] {
  const first = firstFields(page, general);
  const others = general.fields.filter(({ path }) => !first.has(path));
  const names = general.fields.map(({ path }) => fieldName(path));
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  const rows = others.flatMap(({ path, text }) => {
    const name = fieldName(path);
    const section = isUnique(name) ? "" : `${fieldName(path.slice(0, path.lastIndexOf("/")))} `;
    return rowLines(`${section}${name}`, [span(v`${oneLine(text)}`)], width);
  });
  return rows.length === 0 ? [] : [sectionRule(v`other fields`, width), ...rows];
}

function rowLines(name: string, spans: readonly Span[], width: number): readonly Line[] {
  const label = truncate(v`${name}`, Math.max(1, Math.floor(width / 2)));
  const head = span(v` ${label.padEnd(labelColumns - 2)} `, "muted");
  return wrapProse(line(head, ...spans), width, labelColumns);
}

function changeSpan(page: PolicyPage, { direction, was }: ReturnType<typeof changedFields>[number]): Span {
  const { glyph, tone } = directionStyles[direction];
  const before = was === null ? null : oneLine(was);
  return span(v`  ${glyph} ${wasText(before, page.compared)}`, tone);
}
