import { type PageColumn, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ClauseReview } from "../../../policy/review/clause-review.ts";
import { signs } from "../../../policy/signs.ts";
import { type ClickTarget, type Span, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { fit } from "../../../text/truncate.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { sumText } from "../../../text/weight-text.ts";
import { displayWidth } from "../../../text/width.ts";
import type { Size } from "../../../tui/state/window.ts";
import { rowsAround } from "../layout.ts";
import { fullIds, sharedPrefix, shortIds } from "../lines/names.ts";
import { shortReview, standingStyles } from "../lines/review-words.ts";
import { clauseWeight, type MatrixRow, orderedRows } from "../select/matrix-order.ts";
import type { PoliciesState } from "../select/policies-state.ts";

/** Columns of a row: the widths of its parts, and the visible axes. */
export interface MatrixLayout {
  readonly width: number;
  /** Width of the selection marker, the verdict and, without a review column, the sign of a comment. */
  readonly lead: number;
  /** Width of the ID and the title. */
  readonly name: number;
  /** Name of each clause of the page: its ID or, in little room, its end. */
  readonly ids: readonly Visible[];
  /** Prefix that the names leave out; empty for none. */
  readonly prefix: Visible;
  readonly cell: number;
  /** True if the names of the axes and the weights of the cells fit. */
  readonly isWide: boolean;
  /** Width of the weight column; 0 if there is no room. */
  readonly weight: number;
  /** Highest sum of mandatory weights of a clause. */
  readonly maxWeight: number;
  /** Width of the review column; 0 if there is no room. */
  readonly review: number;
  /** Visible axes. */
  readonly columns: readonly { readonly column: PageColumn; readonly index: number }[];
  /** Number of axes beyond the left and the right side. */
  readonly hidden: { readonly left: number; readonly right: number };
}

interface Form {
  readonly lead: number;
  readonly minName: number;
  readonly cell: number;
  readonly weight: number;
  readonly minReview: number;
  /** True for sums that do not fit beside their marks into four columns. */
  readonly isForLongSums?: true;
}

/** Width of a cell with its weight, or with the name of its axis. */
const wideCell = 7;
/** Maximum wanted columns of the review before a longer name, and columns of marks of hidden axes. */
const maxReview = 17;
const hiddenMarks = 3;
/** Minimum columns of the title before IDs are shortened. */
const wantedTitle = 14;

/** Forms of the matrix, widest first: reviews, axis names and sums fold in this order. */
const forms: readonly Form[] = [
  { lead: 3, minName: 17, cell: wideCell, weight: 9, minReview: 11 },
  { lead: 4, minName: 16, cell: wideCell, weight: 9, minReview: 0 },
  { lead: 4, minName: 22, cell: 5, weight: 9, minReview: 0 },
  { lead: 4, minName: 17, cell: 5, weight: 7, minReview: 0, isForLongSums: true },
  { lead: 4, minName: 12, cell: 5, weight: 0, minReview: 0, isForLongSums: true },
  { lead: 4, minName: 14, cell: 4, weight: 9, minReview: 0 },
  { lead: 4, minName: 8, cell: 4, weight: 0, minReview: 0 },
];
const narrowest: Form = { lead: 4, minName: 8, cell: 4, weight: 0, minReview: 0 };

/** Fits the matrix into a width. If not all axes fit, the visible ones scroll with the selected one. */
export const layoutMatrix = memo((page: PolicyPage, width: number, selected: number): MatrixLayout => {
  const { clauses, columns } = page;
  const form = formFor(columns, width);
  const { lead, minName, cell, weight, minReview } = form ?? narrowest;
  const fitting =
    form === undefined
      ? Math.max(1, Math.min(columns.length, Math.floor((width - lead - minName - hiddenMarks) / cell)))
      : columns.length;
  const left = Math.max(0, Math.min(selected - Math.floor(fitting / 2), columns.length - fitting));
  const right = columns.length - fitting - left;
  const full = fullIds(clauses.map(({ id }) => id)).map((id) => visible(id));
  const longestId = Math.max(0, ...full.map((id) => displayWidth(id)));
  const room = Math.max(1, width - lead - fitting * cell - weight - (right + left > 0 ? hiddenMarks : 0));
  const longest = Math.max(
    minName,
    ...clauses.map(
      ({ title }, index) => displayWidth(full[index] ?? "") + 1 + displayWidth(titleText(title)),
    ),
  );
  const review = Math.max(minReview, Math.min(maxReview, widestReview(page)));
  const name =
    minReview === 0 ? room : Math.max(minName, Math.min(longest, room - Math.min(review, room - minName)));
  const isShort = longestId + wantedTitle > name;
  return {
    width,
    lead,
    name,
    ids: isShort ? shortIds(clauses.map(({ id }) => id)).map((id) => visible(id)) : full,
    prefix: visible(isShort ? sharedPrefix(clauses.map(({ id }) => id)) : ""),
    cell,
    isWide: cell === wideCell,
    weight,
    maxWeight: Math.max(0, ...clauses.map(clauseWeight)),
    review: room - name,
    columns: columns.map((column, index) => ({ column, index })).slice(left, left + fitting),
    hidden: { left, right },
  };
});

/** Maximum characters of a title that are shown. */
const maxTitle = 200;

/** Returns the title of a clause for display, cut to 200 characters; empty for none. */
export function titleText(title: string | null): Visible {
  return visible(title?.slice(0, maxTitle) ?? "");
}

/** Returns the widest form in which all axes fit; undefined if they fit in none. */
function formFor(axes: readonly PageColumn[], width: number): Form | undefined {
  const hasLongSums = axes.some(({ mandatoryWeight, totalWeight }) =>
    [mandatoryWeight, totalWeight].some((sum) => sumText(sum, 4).length > 3),
  );
  return forms.find(
    ({ lead, cell, weight, minReview, minName, isForLongSums }) =>
      (hasLongSums || isForLongSums !== true) &&
      lead + axes.length * cell + weight + minReview + minName <= width,
  );
}

/** Returns true if a matrix of this width has a separate row of axis names. */
export function hasAxisNames(page: PolicyPage, width: number): boolean {
  return formFor(page.columns, width)?.cell === wideCell;
}

/** Visible rows of the matrix. */
export interface MatrixWindow {
  /** Rows above the clauses: the numbers of the axes, and their names if they fit. */
  readonly heads: number;
  readonly rows: readonly MatrixRow[];
  /** Index of the first visible row. */
  readonly top: number;
  /** Number of all rows. */
  readonly count: number;
  /** Clauses below the visible rows, mentioned in a separate row; null without it. */
  readonly more: { readonly above: number; readonly below: number } | null;
  /** Rows of sums below the clauses: the enforcement, then the mandatory weights, then all weights. */
  readonly sums: 0 | 1 | 2 | 3;
}

/** Minimum rows of a pane with mandatory weights, and a row about hidden clauses. */
const fullRows = 12;
/** Minimum rows of a pane with a sum but not all clauses. */
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

/** Command of a click on a cell or on the head of an axis. */
export const cellCommand = "policy.select-cell";

/**
 * Returns the command of a click on a cell.
 * @param row index of the clause on the page; -1 for the head of the axis
 */
export function cellClick(row: number, column: number): ClickTarget {
  return { command: cellCommand, argument: `${row} ${column}` };
}

/** Draws the sign of the verdicts and, in a third column, that of a comment. */
export function signSpans(review: ClauseReview, width: number): readonly Span[] {
  const [sign, tone] = standingStyles[review.standing];
  const remark = width > 2 && hasComment(review) ? signs.comment : v``;
  return [span(sign, tone), span(fit(remark, width - 1), "accent")];
}

/** Draws reviewer and verdict, or only the verdict's sign. */
export function reviewSpans(review: ClauseReview, reviewer: string, width: number): readonly Span[] {
  if (width === 0) return [];
  const remark = hasComment(review) ? v` ${signs.comment}` : v``;
  const room = width - displayWidth(remark);
  const [sign, tone] = standingStyles[review.standing];
  const forms = [v` ${shortReview(review, reviewer).text}`, v` ${sign}`];
  const shown = forms.find((form) => displayWidth(form) <= room) ?? v``;
  return [span(shown, tone), span(fit(remark, width - displayWidth(shown)), "accent")];
}

/** Returns the columns for the verdicts of all parts. */
function widestReview(page: PolicyPage): number {
  return Math.max(
    0,
    ...partsOf(page).map(({ review }) => {
      const sign = hasComment(review) ? 1 + displayWidth(signs.comment) : 0;
      return 1 + displayWidth(shortReview(review, page.reviewer).text) + sign;
    }),
  );
}

function hasComment({ threads }: ClauseReview): boolean {
  return threads.some(
    ({ root, counts, replies }) => (root.kind === "comment" && counts) || replies.length > 0,
  );
}
