import { type PageFinding, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { hasOldFlag, type OpenItem, openItems, openRank, partOfChange } from "../../../policy/open-items.ts";
import type { ClauseReview } from "../../../policy/review/clause-review.ts";
import { clausePartName } from "../../../policy/seal/parts.ts";
import { changeCell, isBaseline } from "./changes.ts";
import { type MatrixOrder, rowOrder } from "./matrix-order.ts";
import type { PoliciesState } from "./policies-state.ts";

/** Returns the changes since the baseline, even during another comparison; empty if unknown. */
export function changesSinceBaseline({
  sinceBaseline,
}: Pick<PolicyPage, "sinceBaseline">): readonly PlacedChange[] {
  return "changes" in sinceBaseline ? sinceBaseline.changes : [];
}

/** Returns true for content without a verdict and without a flag on earlier content. */
function isOnlyEdited(review: ClauseReview | undefined): boolean {
  if (review === undefined || review.standing === "none") return true;
  return review.standing === "reopened" && !hasOldFlag(review.verdicts);
}

/**
 * Returns the open items of a document, most urgent first. An unflagged part with a weaker value is one item: the
 * value.
 */
export function openItemsOf(page: PolicyPage): readonly OpenItem[] {
  const { summary, columns, reviewer, seal } = page;
  const reviews = partsOf(page).map(({ review }) => review);
  const changes = changesSinceBaseline(page);
  const isAtMinimum = summary.slack !== null && summary.slack <= 0;
  const items = openItems({
    reviews,
    errors: summary.errors,
    changes,
    singleSupports: columns.flatMap(({ clauses, isMandatory }, column) =>
      clauses === 1 && (isMandatory || isAtMinimum) ? column : [],
    ),
    reviewer,
    seal,
  });
  const partOf = (change: number) => {
    const found = changes[change];
    return found === undefined ? null : partOfChange(found, reviews.length);
  };
  const isFlagged = (part: number | null) =>
    ["flagged", "disagreement"].includes(reviews[part ?? -1]?.standing ?? "none");
  const isRepeated = (item: OpenItem) => item.kind === "weakened" && isFlagged(partOf(item.change));
  const found = items.filter((item) => !isRepeated(item));
  const weaker = new Set(found.flatMap((item) => (item.kind === "weakened" ? partOf(item.change) : [])));
  return found.filter(
    (item) =>
      (item.kind !== "reopened" && item.kind !== "unseen") ||
      !weaker.has(item.clause) ||
      !isOnlyEdited(reviews[item.clause]),
  );
}

/** Returns the row of the first part changed since the seal, otherwise of the general provisions. */
export function sealRow({ clauses, seal }: Pick<PolicyPage, "clauses" | "seal">): number {
  const changed = new Set(seal.changes.map(({ part }) => part));
  const row = clauses.findIndex(({ id }) => id !== null && changed.has(clausePartName(id)));
  return row === -1 ? clauses.length : row;
}

/** Returns true for two items of the same kind and subject (errors, change, clause or axis). */
export function isSameItem(one: OpenItem, other: OpenItem): boolean {
  return one.kind === other.kind && indexOf(one) === indexOf(other);
}

/**
 * Returns the item after or before another one, cyclically: also after one that is no longer open. Null if there
 * are none.
 * @param at last item; null for none, then the search begins at the start or the end
 */
export function nextItem(
  items: readonly OpenItem[],
  at: OpenItem | null,
  step: 1 | -1,
  placeOf: (clause: number) => number = (clause) => clause,
): OpenItem | null {
  const rank = (item: OpenItem) => rankOf(item, placeOf);
  const sorted = inOrder(items, placeOf);
  const from = at === null ? null : rank(at);
  if (step === 1) return sorted.find((item) => from !== null && rank(item) > from) ?? sorted[0] ?? null;
  return sorted.findLast((item) => from !== null && rank(item) < from) ?? sorted.at(-1) ?? null;
}

/** Returns the items in the order in which they are shown one after the other. */
export function inOrder(
  items: readonly OpenItem[],
  placeOf: (clause: number) => number,
): readonly OpenItem[] {
  return items.toSorted((one, other) => rankOf(one, placeOf) - rankOf(other, placeOf));
}

function rankOf(item: OpenItem, placeOf: (clause: number) => number): number {
  return openRank(item.kind) * 1_000 + ("clause" in item ? placeOf(item.clause) : indexOf(item));
}

function indexOf(item: OpenItem): number {
  if ("clause" in item) return item.clause;
  if ("change" in item) return item.change;
  return "column" in item ? item.column : 0;
}

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

/** Returns the place of an urgent item; null for others, and for a removed clause, which has no cell. */
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
