import { basename } from "node:path";
import type { PageClause, PageColumn, PageMapping, PolicyPage } from "../../../policy-service/policy-page.ts";
import { changeLines } from "../../../policy/report/change-lines.ts";
import type { TimeZone } from "../../../text/clock-time.ts";
import { blank, cutLine, type Line, line, type Span, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { truncate } from "../../../text/truncate.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapLine, wrapProse, wrapWords } from "../../../text/wrap.ts";
import { noClauseLines } from "../lines/finding-lines.ts";
import { besideLabel, enforcementSpans, labeledLines, oneLine, sectionRule } from "../lines/labeled-lines.ts";
import { lossWords } from "../lines/loss-words.ts";
import { reviewSentence } from "../lines/review-words.ts";
import { changesOfCell, isBaseline } from "../select/changes.ts";
import { discussionLines } from "./discussion-lines.ts";

const labelColumns = 13;

/**
 * Formats the details of a cell: mappings, differences from the compared version, review, citation and full
 * reference, coverage lost without it, and source.
 */
export function cellLines(
  page: PolicyPage,
  row: number,
  column: number,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  const clause = page.clauses[row];
  const axis = page.columns[column];
  if (clause === undefined || axis === undefined) {
    return noClauseLines(page, width);
  }
  const only = clause.cells[column]?.mappings[0];
  const hasDiscussion = clause.review.threads.length > 0;
  return [
    // Verdict and reason come first, even in a low pane.
    ...cellToDiscussion(page, row, column, width, zone),
    ...(hasDiscussion ? [sectionRule(v`clause`, width)] : []),
    ...labeled("title", clause.title, width),
    ...labeled("citation", clause.citation, width),
    ...labeled("full ref", clause.fullRef, width),
    ...labeled("without it", lossWords(clause, page), width),
    ...(hasDiscussion ? [] : [blank]),
    ...sourceExcerpt(page, only?.line ?? clause.line, width),
  ];
}

/** Formats the mappings, what changed, the verdicts and the discussion. */
export function cellToDiscussion(
  page: PolicyPage,
  row: number,
  column: number,
  width: number,
  zone: TimeZone,
): readonly Line[] {
  const clause = page.clauses[row];
  const axis = page.columns[column];
  if (clause === undefined || axis === undefined) return [];
  const mappings = clause.cells[column]?.mappings ?? [];
  const [only] = mappings;
  const isOne = only !== undefined && mappings.length === 1;
  const changed = changesOfCell(page, { row, column }).flatMap((change) =>
    changeLines(change, width - labelColumns),
  );
  return [
    ...headLines(clause, axis, isOne ? factSpans(only, axis) : [], width),
    ...(only === undefined
      ? wrapWords(span(v` This clause does not map ${axis.axis} ${axis.label}.`, "muted"), width, 1)
      : mappings.flatMap((mapping) => mappingLines(mapping, axis, isOne, width))),
    ...besideLabel(isBaseline(page) ? `since ${page.baseline}` : "changed", changed, width, labelColumns),
    ...(page.summary.reviewProblem === null
      ? labeled("review", reviewSentence(clause.review, page.reviewer), width)
      : labeled("review", `cannot be read: ${page.summary.reviewProblem}`, width)),
    ...discussionLines(clause.review, page.reviewer, width, zone),
  ];
}

function headLines(
  { id, line: row }: PageClause,
  { axis, label }: PageColumn,
  facts: readonly Span[],
  width: number,
): readonly Line[] {
  const head = line(
    span(v` ${id ?? "clause without an ID"}`, "strong"),
    span(v` × ${axis} ${label}`, "accent"),
    ...(facts.length > 0 ? facts : [span(v`  line ${row}`, "muted")]),
  );
  return wrapProse(head, width, 1);
}

/** Returns weight, enforcement and line of a mapping, and a label differing from its axis. */
function factSpans(
  { weight, enforcement, label, line: row }: PageMapping,
  axis: PageColumn,
): readonly Span[] {
  const wrong = label === null ? "no label" : `labeled ${label}`;
  return [
    span(v`  weight ${weight ?? "unknown"}`),
    ...enforcementSpans(enforcement),
    ...(label === axis.label ? [] : [span(v`  ${wrong}`, "error")]),
    span(v`  line ${row}`, "muted"),
  ];
}

/** Formats the rationale of a mapping, below its facts if the clause repeats the axis. */
function mappingLines(
  mapping: PageMapping,
  axis: PageColumn,
  isOne: boolean,
  width: number,
): readonly Line[] {
  const { rationale } = mapping;
  const why = rationale === null ? "No rationale." : `"${oneLine(rationale)}"`;
  return [
    ...(isOne ? [] : wrapLine({ spans: factSpans(mapping, axis) }, width, 3)),
    ...wrapWords(span(v` ${why}`, rationale === null ? "muted" : "plain"), width, 1),
  ];
}

function labeled(label: string, prose: string | null, width: number): readonly Line[] {
  return labeledLines(label, prose, width, labelColumns);
}

/** Lines of a mapping: its axis, label, weight and enforcement. */
const shownLines = 4;

/** Draws the lines of the file from a line on, below their place; empty without a text. */
export function sourceExcerpt(page: PolicyPage, first: number, width: number): readonly Line[] {
  const lines = linesOf(page)
    .slice(first - 1, first - 1 + shownLines)
    .flatMap(visibleLines);
  if (lines.length === 0) return [];
  const digits = String(first + shownLines).length;
  const name = truncate(visible(basename(page.path)), Math.max(8, width - 30), { where: "middle" });
  return [
    sectionRule(v`source · ${name}:${first}`, width),
    ...lines.map((text, index) =>
      cutLine(line(span(v` ${String(first + index).padStart(digits)} │ `, "muted"), span(text)), width),
    ),
  ];
}

/** Lines of a page as they are in the file: only the shown ones are made safe to draw. */
const linesOf = memo((page: PolicyPage): readonly string[] => {
  const lines = page.source.split(/\r?\n/);
  // A final line end adds no line.
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
});
