import type { PageClause, PolicyPage } from "../../../policy-service/policy-page.ts";
import { categoryOf } from "../../../policy/matrix/category.ts";
import { mandatoryWeight } from "../../../policy/matrix/weights.ts";

/** Orders of the clauses, as a key cycles them. */
export const matrixOrders = ["document", "weakest", "category"] as const;
export type MatrixOrder = (typeof matrixOrders)[number];

export const orderNames = {
  document: "document order",
  weakest: "weakest first",
  category: "by category",
} as const satisfies Record<MatrixOrder, string>;

type MatrixPage = Pick<PolicyPage, "clauses" | "general" | "compared">;

/**
 * Row of the matrix: a clause by its index on the page, a removed one, the title of a category, or the general
 * provisions by the index after the last clause.
 */
export type MatrixRow =
  | { readonly kind: "clause"; readonly index: number }
  | { readonly kind: "removed"; readonly id: string; readonly title: string }
  | { readonly kind: "category"; readonly name: string; readonly clauses: number }
  | { readonly kind: "general"; readonly index: number };

/** Returns the rows of the clauses in an order, then removed clauses, and the general provisions. */
export function orderedRows(
  { clauses, general, compared: { diff } }: MatrixPage,
  order: MatrixOrder,
): readonly MatrixRow[] {
  const removed = "removed" in diff ? diff.removed : [];
  return [
    ...clauseRows(clauses, order),
    ...removed.map(({ clause_id: id, title }) => ({ kind: "removed", id, title }) as const),
    ...(general === null ? [] : [{ kind: "general", index: clauses.length } as const]),
  ];
}

/** Returns the rows of the clauses in an order; categories come in the order of their first clauses. */
function clauseRows(clauses: readonly PageClause[], order: MatrixOrder): readonly MatrixRow[] {
  const rows = clauses.map((_, index) => ({ kind: "clause", index }) as const);
  if (order === "document") return rows;
  if (order === "weakest") {
    const weights = clauses.map(clauseWeight);
    return rows.toSorted((one, other) => (weights[one.index] ?? 0) - (weights[other.index] ?? 0));
  }
  const categories = Map.groupBy(rows, ({ index }) => categoryOf(clauses[index]?.citation ?? null));
  return [...categories].flatMap(([name, ofIt]): readonly MatrixRow[] => [
    { kind: "category", name, clauses: ofIt.length },
    ...ofIt,
  ]);
}

/** Returns the indexes of the clauses on the page in an order, and that of the general provisions. */
export function rowOrder(page: MatrixPage, order: MatrixOrder): readonly number[] {
  return orderedRows(page, order).flatMap((row) => ("index" in row ? [row.index] : []));
}

/** Returns a function that returns the place of a part in an order. */
export function placeIn(page: MatrixPage, order: MatrixOrder): (row: number) => number {
  const rows = rowOrder(page, order);
  return (row) => rows.indexOf(row);
}

/** Returns the sum of the weights of a clause's mandatory mappings. */
export function clauseWeight({ cells }: Pick<PageClause, "cells">): number {
  return mandatoryWeight(cells.flatMap((cell) => cell?.mappings ?? []));
}
