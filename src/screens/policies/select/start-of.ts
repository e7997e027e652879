import type { PageFinding, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { OpenItem } from "../../../policy/open-items.ts";
import { changeCell, isBaseline } from "./changes.ts";
import { type MatrixOrder, rowOrder } from "./matrix-order.ts";
import { changesSinceBaseline, openItemsOf, sealRow } from "./open-items.ts";
import type { PoliciesState } from "./policies-state.ts";

type Start = Pick<PoliciesState, "cell" | "finding" | "change" | "pane">;

/**
 * Returns where a file starts: at its first error, value that is weaker than in the baseline, or part that somebody must look at
 * again, else at its first warning, or else at the first part in an order that nobody reviewed.
 */
export function startOf(page: PolicyPage, order: MatrixOrder): Start {
  const rows = rowOrder(page, order);
  const first = rows[0] ?? 0;
  const needs = openItemsOf(page);
  const urgent = needs.flatMap((item) => urgentStart(page, item, first) ?? []);
  const warning = page.findings.length === 0 ? [] : [findingStart(page, 0, first)];
  const unseen = new Set(needs.flatMap((item) => (item.kind === "unseen" ? [item.clause] : [])));
  const row = rows.find((one) => unseen.has(one)) ?? first;
  const [start = startAtCell(partCell(page, row, 0))] = [...urgent, ...warning];
  return start;
}

/** Returns where an urgent item is; null for one that is not, and for a removed clause, which has no cell. */
function urgentStart(page: PolicyPage, item: OpenItem, first: number): Start | null {
  switch (item.kind) {
    case "errors": {
      const error = page.findings.findIndex(({ severity }) => severity === "error");
      return error === -1 ? null : findingStart(page, error, first);
    }
    case "weakened": {
      const change = changesSinceBaseline(page)[item.change];
      const cell = change === undefined ? null : changeCell(page, change);
      if (cell === null) return null;
      const at = cell.column === null ? partCell(page, cell.row, 0) : { row: cell.row, column: cell.column };
      return { ...startAtCell(at), change: isBaseline(page) ? item.change : 0 };
    }
    case "unseen":
    case "single-support":
    case "seal-broken":
    case "seal-unsigned":
    case "seal-proposed":
      return null;
    case "seal-changed":
      return startAtCell(partCell(page, sealRow(page), 0));
    default:
      return startAtCell(partCell(page, item.clause, 0));
  }
}

function startAtCell(cell: PoliciesState["cell"]): Start {
  return { cell, finding: 0, change: 0, pane: "cell" };
}

function findingStart(page: PolicyPage, index: number, row: number): Start {
  const finding = page.findings[index];
  const before = { row, column: 0 };
  const cell = finding === undefined ? before : findingCell(page, finding, before);
  return { cell, finding: index, change: 0, pane: "findings" };
}

/** Returns the first mapped cell of a clause, or the general provisions, which keep the column. */
export function partCell({ clauses }: PolicyPage, row: number, column: number): PoliciesState["cell"] {
  const mapped = clauses[row]?.cells.findIndex((cell) => cell !== null);
  return { row, column: Math.max(0, mapped ?? column) };
}

/** Returns the cell of a finding; outside the clauses, it is in the row of the general provisions. */
export function findingCell(
  page: PolicyPage | null,
  { clause, axis }: PageFinding,
  before: PoliciesState["cell"],
): PoliciesState["cell"] {
  const outside = page === null || page.general === null ? before.row : page.clauses.length;
  return { row: clause ?? outside, column: axis ?? before.column };
}
