import { partsOf, type PagePart, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { type ClauseReview, openComments } from "../../../policy/review/clause-review.ts";
import { hasOldFlag } from "../../../policy/review/need-words.ts";
import { type ClauseNeed, openClauses } from "../../../policy/review/needs.ts";
import { isUndecided, partOfChange } from "../../../policy/review/undecided-changes.ts";
import { clausePartName } from "../../../policy/seal/part-name.ts";

/**
 * Item of a document that needs a person: its errors, an undecided value that is weaker than in the baseline by the index of its
 * change, a clause by its index or the general provisions by the index after the last clause, also for its open
 * comments, an axis by its column, which rests on one clause and must not be lost, or the seal.
 */
export type OpenItem =
  | { readonly kind: "errors"; readonly count: number }
  | { readonly kind: "weakened"; readonly change: number }
  | { readonly kind: ClauseNeed; readonly clause: number }
  | { readonly kind: "open-comment"; readonly clause: number; readonly count: number }
  | { readonly kind: "single-support"; readonly column: number }
  | { readonly kind: "seal-broken" | "seal-changed" | "seal-unsigned" | "seal-proposed" };

/** Kinds in the order of their urgency. */
const kinds: readonly OpenItem["kind"][] = [
  "errors",
  "weakened",
  "flagged",
  "disagreement",
  "reopened",
  "seal-broken",
  "seal-changed",
  "seal-unsigned",
  "open-comment",
  "single-support",
  "seal-proposed",
  "unseen",
];

/** Returns the changes since the baseline, also while another version is compared; empty if they are unknown. */
export function changesSinceBaseline({
  sinceBaseline,
}: Pick<PolicyPage, "sinceBaseline">): readonly PlacedChange[] {
  return "changes" in sinceBaseline ? sinceBaseline.changes : [];
}

/** Counts the comments of others that nobody resolved. */
function commentsOfOthers({ review }: PagePart, reviewer: string): number {
  return openComments(review).filter(({ by }) => by !== reviewer).length;
}

/** Returns true if the content of a part has no verdict, and no flag is left of an earlier content. */
function isOnlyEdited(review: ClauseReview | undefined): boolean {
  if (review === undefined || review.standing === "none") return true;
  return review.standing === "reopened" && !hasOldFlag(review.verdicts);
}

/** Returns the open items of a document, the most urgent first; clauses and axes in their order within a kind. */
export function needsYou(page: PolicyPage): readonly OpenItem[] {
  const { summary, columns, reviewer, seal } = page;
  const parts = partsOf(page);
  const reviews = parts.map(({ review }) => review);
  const isFlagged = (part: number | null) =>
    ["flagged", "disagreement"].includes(reviews[part ?? -1]?.standing ?? "none");
  // A look at a weaker value is one at its part, and a flag on the part is about it.
  const weakened = changesSinceBaseline(page).flatMap((one, change) => {
    const part = partOfChange(one, parts.length);
    return isUndecided(one, reviews) && !isFlagged(part) ? [{ change, part }] : [];
  });
  const isWeaker = new Set(weakened.map(({ part }) => part));
  const isAtMinimum = summary.slack !== null && summary.slack <= 0;
  const items: readonly OpenItem[] = [
    ...(summary.errors > 0 ? [{ kind: "errors", count: summary.errors } as const] : []),
    ...weakened.map(({ change }) => ({ kind: "weakened", change }) as const),
    ...openClauses(reviews).flatMap(({ clause, need }) =>
      isWeaker.has(clause) && isOnlyEdited(reviews[clause]) ? [] : [{ kind: need, clause }],
    ),
    ...parts.flatMap((part, clause) => {
      const comments = commentsOfOthers(part, reviewer);
      return comments === 0 ? [] : [{ kind: "open-comment", clause, count: comments } as const];
    }),
    ...columns.flatMap(({ clauses, isMandatory }, column) =>
      clauses === 1 && (isMandatory || isAtMinimum) ? [{ kind: "single-support", column } as const] : [],
    ),
    ...(seal.standing === "sealed" || seal.standing === "unsealed"
      ? []
      : [{ kind: `seal-${seal.standing}` } as const]),
  ];
  return kinds.flatMap((kind) => items.filter((item) => item.kind === kind));
}

/** Returns the row of the first part that changed since the seal, or that of the general provisions. */
export function sealRow({ clauses, seal }: Pick<PolicyPage, "clauses" | "seal">): number {
  const changed = new Set(seal.changes.map(({ part }) => part));
  const row = clauses.findIndex(({ id }) => id !== null && changed.has(clausePartName(id)));
  return row === -1 ? clauses.length : row;
}

/** Returns true if two items are of the same errors, change, clause or axis, and of the same kind. */
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
  return kinds.indexOf(item.kind) * 1_000 + ("clause" in item ? placeOf(item.clause) : indexOf(item));
}

function indexOf(item: OpenItem): number {
  if ("clause" in item) return item.clause;
  if ("change" in item) return item.change;
  return "column" in item ? item.column : 0;
}
