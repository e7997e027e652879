import { isGeneralRow, type PageColumn, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { type ClauseReview, openThreads } from "../../../policy/review/clause-review.ts";
import { generalId, generalTitle } from "../../../policy/review/general-provisions.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { weightText } from "../../../text/weight-text.ts";
import type { Size } from "../../../tui/state/window.ts";
import { fieldName } from "../lines/names.ts";
import { reviewSentence } from "../lines/review-words.ts";
import { axisDirection, cellDirection, changedFields, removedText, sinceText } from "../select/changes.ts";
import { clauseWeight, orderNames } from "../select/matrix-order.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import type { CellPlace } from "../select/source.ts";
import { cellKey } from "../state/what-if.ts";
import { matrixWindow } from "./matrix-layout.ts";
import { coverageText, strengthWords } from "./matrix-sums.ts";
import { openItemsSentence } from "./open-item-lines.ts";

/**
 * Describes the clauses, the selected cell or axis, the sums, the coverage and the open items for a screen reader.
 * @param changed cells altered by a pending change, named by `cellKey`
 */
export function linearMatrix(
  policies: Pick<PoliciesState, "cell" | "order">,
  page: PolicyPage,
  size: Size,
  changed: ReadonlySet<string>,
): readonly Line[] {
  const { columns } = page;
  const { cell, order } = policies;
  const { row } = cell;
  const axis = columns[cell.column];
  const strength = strengthWords(page);
  const lines = matrixWindow(policies, page, size).rows.map((shown): Line => {
    if (shown.kind === "category") return line(span(visible(`category ${shown.name}`)));
    if (shown.kind === "removed") {
      return line(span(visible(`${removedText(page.compared)}: ${shown.id} ${shown.title}`)));
    }
    const role = shown.index === row ? "selected" : "row";
    if (shown.kind === "general") return { spans: [span(visible(generalText(page)))], role };
    const isChanged = (column: number) => changed.has(cellKey(shown.index, column));
    return { spans: [span(visible(clauseText(page, shown.index, isChanged)))], role };
  });
  // The general provisions have no cells.
  const selected =
    axis === undefined || isGeneralRow(page, row)
      ? null
      : selectedLine(page, axis, { row, column: cell.column });
  return [
    line(span(v`order: ${orderNames[order]}`)),
    // The head of an axis is above the clauses.
    ...(row < 0 && selected !== null ? [selected] : []),
    ...lines,
    ...(row >= 0 && selected !== null ? [selected] : []),
    line(span(coverageText(page))),
    line(
      span(v`enforced by: ${columns.map(({ axis: name, enforcers }) => `${name} ${enforcers}`).join(", ")}`),
    ),
    line(span(v`mandatory weight: ${columns.map(mandatoryText).join(", ")}`)),
    ...(strength === null ? [] : [line(span(strength))]),
    line(span(v`total weight: ${columns.map(totalText).join(", ")}`)),
    ...changedAxes(page),
    line(span(openItemsSentence(page))),
  ];
}

/** Names the axes that are weaker or stronger than in the compared version. */
function changedAxes(page: PolicyPage): readonly Line[] {
  return (["weakened", "strengthened"] as const).flatMap((direction) => {
    const found = page.columns.filter((_, column) => axisDirection(page, column) === direction);
    if (found.length === 0) return [];
    const names = found.map(({ axis }) => axis).join(", ");
    return [line(span(v`axes ${direction} ${sinceText(page.compared)}: ${names}`))];
  });
}

function selectedLine(page: PolicyPage, axis: PageColumn, cell: CellPlace): Line {
  const name = `${axis.axis} ${axis.label}${axis.isMandatory ? ", a mandatory axis" : ""}`;
  if (cell.row >= 0) return line(span(v`cell: ${name}: ${cellText(page, cell)}`));
  const text = `axis ${name}: enforced by ${axis.enforcers} of ${axis.clauses} clauses, mandatory weight ${weightText(axis.mandatoryWeight)}, total weight ${weightText(axis.totalWeight)}`;
  return { spans: [span(visible(text))], role: "selected" };
}

/** Formats `General provisions (thresholds, receipts, regime), approved by you: retention days weakened since HEAD`. */
function generalText(page: PolicyPage): string {
  const { general, compared } = page;
  if (general === null) return "";
  const changes = changedFields(page).map(
    ({ path, direction }) => `${fieldName(path)} ${direction} ${sinceText(compared)}`,
  );
  const said = [`${generalId} (${generalTitle})`, ...reviewWords(general.review, page.reviewer)].join(", ");
  return changes.length === 0 ? said : `${said}: ${changes.join(", ")}`;
}

/** Describes the verdicts and the open discussions. */
function reviewWords(review: ClauseReview, reviewer: string): readonly string[] {
  const reviewed = reviewSentence(review, reviewer);
  const remarks = openThreads(review).filter(({ root }) => root.text !== "").length;
  return [
    ...(reviewed === null ? [] : [reviewed]),
    ...(remarks === 0 ? [] : [plural(remarks, "open discussion")]),
  ];
}

/** Formats `164.308 Access control, approved by you: Λ3 mandatory 0.9, Λ6 recommended 0.5, mandatory weight 0.9`. */
function clauseText(page: PolicyPage, row: number, isChanged: (column: number) => boolean): string {
  const clause = page.clauses[row];
  if (clause === undefined) return "";
  const { id, title, review, cells } = clause;
  const parts = [
    [id ?? "(no ID)", title].filter((part) => part !== null).join(" "),
    ...reviewWords(review, page.reviewer),
  ];
  const mapped = page.columns.flatMap(({ axis }, column) => {
    const cell = { row, column };
    if (isChanged(column)) return [`${axis} ${cellText(page, cell)}, what if`];
    const isSaid = (cells[column] ?? null) !== null || cellDirection(page, cell) !== null;
    return isSaid ? [`${axis} ${cellText(page, cell)}`] : [];
  });
  const sum = `mandatory weight ${clauseWeight(clause)}`;
  return `${parts.join(", ")}: ${mapped.length === 0 ? "no axes" : mapped.join(", ")}, ${sum}`;
}

function mandatoryText({ axis, clauses, mandatoryWeight }: PageColumn): string {
  return `${axis} ${clauses === 0 ? "none" : weightText(mandatoryWeight)}`;
}

function totalText({ axis, clauses, totalWeight }: PageColumn): string {
  if (clauses === 0) return `${axis} none`;
  return `${axis} ${weightText(totalWeight)}${clauses === 1 ? " on one clause" : ""}`;
}

function cellText(page: PolicyPage, place: CellPlace): string {
  const cell = page.clauses[place.row]?.cells[place.column] ?? null;
  const direction = cellDirection(page, place);
  const now =
    cell === null
      ? "not mapped"
      : `${cell.enforcement ?? "unknown enforcement"} ${cell.weight ?? "without weight"}`;
  return direction === null ? now : `${now} ${direction} ${sinceText(page.compared)}`;
}
