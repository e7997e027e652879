import { openThreads } from "../../../policy/review/clause-review.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import type { PageCell, PageClause, PageColumn, PolicyPage } from "../page/policy-page.ts";
import { reviewSentence } from "../review/review-words.ts";
import { coverageText } from "./matrix-lines.ts";

/** Describes the clauses, the selected cell and the coverage for a screen reader. */
export function linearMatrix(
  page: PolicyPage,
  selected: { readonly row: number; readonly column: number },
  top: number,
  rows: number,
): readonly Line[] {
  const { clauses, columns } = page;
  const row = Math.min(selected.row, clauses.length - 1);
  const column = columns[selected.column];
  const lines = clauses.slice(top, top + rows).map((clause, index): Line => {
    const role = top + index === row ? "selected" : "row";
    return { spans: [span(visible(clauseText(clause, columns, page.reviewer)))], role };
  });
  return [
    ...lines,
    ...(column === undefined
      ? []
      : [
          line(span(v`cell: ${axisText(column)}: ${cellText(clauses[row]?.cells[selected.column] ?? null)}`)),
        ]),
    line(span(coverageText(page))),
    line(
      span(v`clauses by axis: ${columns.map(({ axis, clauses: count }) => `${axis} ${count}`).join(", ")}`),
    ),
  ];
}

/** Formats `164.308 Access control, approved by you: Λ3 mandatory 0.9, Λ6 recommended 0.5`. */
function clauseText(
  { id, title, review, cells }: PageClause,
  columns: readonly PageColumn[],
  reviewer: string,
): string {
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
  return `${parts.join(", ")}: ${mapped.length === 0 ? "no axes" : mapped.join(", ")}`;
}

function axisText({ axis, label, isMandatory }: PageColumn): string {
  return `${axis} ${label}${isMandatory ? ", a mandatory axis" : ""}`;
}

function cellText(cell: PageCell | null): string {
  if (cell === null) return "not mapped";
  return `${cell.enforcement ?? "unknown enforcement"} ${cell.weight ?? "without weight"}`;
}
