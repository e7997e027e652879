import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Size } from "../../../tui/state/window.ts";
import { rowsAround } from "../layout.ts";
import { type MatrixRow, orderedRows } from "../select/matrix-order.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { hasAxisNames } from "./matrix-layout.ts";

/** Visible rows of the matrix. */
export interface MatrixWindow {
  /** Rows above the clauses: the numbers of the axes, and their names if they fit. */
  readonly heads: number;
  readonly rows: readonly MatrixRow[];
  /** Index of the first visible row. */
  readonly top: number;
  /** Number of all rows. */
  readonly count: number;
  /** Clauses below the visible rows, for which there is a row that says so; null without it. */
  readonly more: { readonly above: number; readonly below: number } | null;
  /** Rows of sums below the clauses: the enforcement, then the mandatory weights, then all weights. */
  readonly sums: 0 | 1 | 2 | 3;
}

/** Rows of a pane from which it has the mandatory weights, and a row for hidden clauses. */
const fullRows = 12;
/** Minimum rows of a pane that has a sum but not all clauses. */
const minRowsWithSum = 6;
/** Rows around the clauses of a matrix without the sums of all weights. */
const leastAround = 4;

/** Divides the rows of a pane among heads, clauses and sums. The selected row is visible, in the middle if possible. */
export function matrixWindow(
  { cell, order }: Pick<PoliciesState, "cell" | "order">,
  page: PolicyPage,
  { columns, rows }: Size,
): MatrixWindow {
  const all = orderedRows(page, order);
  const isFull = rows >= Math.min(fullRows, all.length + leastAround);
  const heads = isFull && hasAxisNames(page, columns) ? 2 : 1;
  // The sums of all weights hide no clause.
  const most = rows >= all.length + rowsAround ? 3 : 2;
  const sums = isFull ? most : rows >= Math.min(minRowsWithSum, all.length + 2) ? 1 : 0;
  const room = Math.max(1, rows - heads - sums);
  const fits = all.length <= room;
  const hasMore = !fits && isFull;
  const height = hasMore ? room - 1 : room;
  const at = all.findIndex((row) => "index" in row && row.index === cell.row);
  const top = fits ? 0 : Math.max(0, Math.min(at - Math.floor(height / 2), all.length - height));
  const clausesIn = (some: readonly MatrixRow[]) => some.filter(({ kind }) => kind !== "category").length;
  return {
    heads,
    rows: all.slice(top, top + height),
    top,
    count: all.length,
    more: hasMore ? { above: clausesIn(all.slice(0, top)), below: clausesIn(all.slice(top + height)) } : null,
    sums,
  };
}
