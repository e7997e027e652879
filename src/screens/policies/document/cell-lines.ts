import type { TimeZone } from "../../../text/clock-time.ts";
import type { Line, Span } from "../../../text/line.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapLine, wrapProse, wrapWords } from "../../../text/wrap.ts";
import type { PageClause, PageColumn, PageMapping, PolicyPage } from "../page/policy-page.ts";
import { discussionLines } from "../review/discussion-lines.ts";
import { reviewSentence } from "../review/review-words.ts";
import { labeledLines, oneLine } from "./labeled-lines.ts";

const labelColumns = 13;

/**
 * Formats the details of a cell: the clause's mappings to the axis, its citation and full reference, the
 * coverage lost without it, and its review.
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
    return [line(span(v` No readable clauses.`, "muted"))];
  }
  const cell = clause.cells[column] ?? null;
  return [
    ...headLines(clause, axis, width),
    ...(cell === null
      ? wrapWords(span(v` This clause does not map ${axis.axis} ${axis.label}.`, "muted"), width, 1)
      : cell.mappings.flatMap((mapping) => mappingLines(mapping, axis, width))),
    ...labeled("citation", clause.citation, width),
    ...labeled("full ref", clause.fullRef, width),
    ...lossLines(clause, width),
    ...(page.summary.reviewProblem === null
      ? []
      : labeled("review", `cannot be read: ${page.summary.reviewProblem}`, width)),
    ...labeled("review", reviewSentence(clause.review, page.reviewer), width),
    ...discussionLines(clause.review, page.reviewer, width, zone),
  ];
}

function headLines(
  { id, title, line: row }: PageClause,
  { axis, label }: PageColumn,
  width: number,
): readonly Line[] {
  const head = line(
    span(v` ${id ?? "clause without an ID"}`, "strong"),
    span(v` × ${axis} ${label}`, "accent"),
    span(v`  line ${row}`, "muted"),
    span(v`  ${title ?? ""}`),
  );
  return wrapProse(head, width, 1);
}

function mappingLines(
  { weight, enforcement, label, rationale, line: row }: PageMapping,
  axis: PageColumn,
  width: number,
): readonly Line[] {
  const wrong =
    label === axis.label ? [] : [span(v`  ${label === null ? "no label" : `labeled ${label}`}`, "error")];
  const facts: readonly Span[] = [
    span(v` weight ${weight ?? "unknown"} · ${enforcement ?? "enforcement unknown"}`),
    ...wrong,
    span(v`  line ${row}`, "muted"),
  ];
  const why = rationale === null ? "No rationale." : oneLine(rationale);
  return [
    ...wrapLine(line(...facts), width, 3),
    ...wrapWords(span(v` ${why}`, rationale === null ? "muted" : "plain"), width, 1),
  ];
}

function labeled(label: string, prose: string | null, width: number): readonly Line[] {
  return labeledLines(label, prose, width, labelColumns);
}

function lossLines({ loss }: PageClause, width: number): readonly Line[] {
  if (loss === null) return [];
  const { uncovered, unsatisfied, fallsBelowMinimum } = loss;
  const parts = [
    ...(uncovered.length > 0 ? [`${uncovered.join(", ")} would be unmapped`] : []),
    ...(unsatisfied.length > 0 ? [`mandatory ${unsatisfied.join(", ")} would not be enforced`] : []),
    ...(fallsBelowMinimum ? ["coverage would fall below the minimum"] : []),
  ];
  if (parts.length === 0) return labeled("without it", "no axis is lost", width);
  return labeled("without it", parts.join("; "), width);
}
