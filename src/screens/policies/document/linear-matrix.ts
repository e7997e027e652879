import { weightText } from "../../../policy/matrix/weights.ts";
import { openThreads } from "../../../policy/review/clause-review.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Size } from "../../../tui/state/window.ts";
import type { PageCell, PageClause, PageColumn, PolicyPage } from "../page/policy-page.ts";
import { reviewSentence } from "../review/review-words.ts";
import type { PoliciesState } from "../state.ts";
import { clauseWeight, orderNames } from "./matrix-order.ts";
import { coverageText } from "./matrix-sums.ts";
import { matrixWindow } from "./matrix-window.ts";
import { needsText } from "./needs-lines.ts";

/** Describes the clauses, the selected cell or axis, the sums, the coverage and the open items for a screen reader. */
export function linearMatrix(
  policies: Pick<PoliciesState, "cell" | "order">,
  page: PolicyPage,
  size: Size,
): readonly Line[] {
  const { clauses, columns } = page;
  const { cell, order } = policies;
  const row = Math.min(cell.row, clauses.length - 1);
  const axis = columns[cell.column];
  const lines = matrixWindow(policies, page, size).rows.map((shown): Line => {
    if (shown.kind === "category") return line(span(visible(`category ${shown.name}`)));
    const clause = clauses[shown.index];
    const role = shown.index === row ? "selected" : "row";
    if (clause === undefined) return { spans: [], role };
    return { spans: [span(visible(clauseText(clause, columns, page.reviewer)))], role };
  });
  const selected =
    axis === undefined
      ? null
      : selectedLine(axis, row < 0 ? null : (clauses[row]?.cells[cell.column] ?? null), row);
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
    line(span(v`total weight: ${columns.map(totalText).join(", ")}`)),
    line(span(needsText(page))),
  ];
}

function selectedLine(axis: PageColumn, cell: PageCell | null, row: number): Line {
  const name = `${axis.axis} ${axis.label}${axis.isMandatory ? ", a mandatory axis" : ""}`;
  if (row >= 0) return line(span(v`cell: ${name}: ${cellText(cell)}`));
  const text = `axis ${name}: enforced by ${axis.enforcers} of ${axis.clauses} clauses, total weight ${weightText(axis.totalWeight)}`;
  return { spans: [span(visible(text))], role: "selected" };
}

/** Formats `164.308 Access control, approved by you: Λ3 mandatory 0.9, Λ6 recommended 0.5, mandatory weight 0.9`. */
function clauseText(clause: PageClause, columns: readonly PageColumn[], reviewer: string): string {
  const { id, title, review, cells } = clause;
  const reviewed = reviewSentence(review, reviewer);
  const remarks = openThreads(review).filter(({ root }) => root.text !== "").length;
  const parts = [
    [id ?? "(no ID)", title].filter((part) => part !== null).join(" "),
    ...(reviewed === null ? [] : [reviewed]),
    ...(remarks === 0 ? [] : [plural(remarks, "open discussion")]),
  ];
  const mapped = columns.flatMap(({ axis }, index) => {
    const cell = cells[index] ?? null;
    return cell === null ? [] : [`${axis} ${cellText(cell)}`];
  });
  const sum = `mandatory weight ${clauseWeight(clause)}`;
  return `${parts.join(", ")}: ${mapped.length === 0 ? "no axes" : mapped.join(", ")}, ${sum}`;
}

function totalText({ axis, clauses, totalWeight }: PageColumn): string {
  if (clauses === 0) return `${axis} none`;
  return `${axis} ${weightText(totalWeight)}${clauses === 1 ? " on one clause" : ""}`;
}

function cellText(cell: PageCell | null): string {
  if (cell === null) return "not mapped";
  return `${cell.enforcement ?? "unknown enforcement"} ${cell.weight ?? "without weight"}`;
}
