import type { Tone } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";
import type { PlacedChange } from "./diff/placed-changes.ts";
import { type ClauseReview, openComments, type PersonVerdict } from "./review/clause-review.ts";
import { missingText } from "./seal/missing-text.ts";
import type { SealState } from "./seal/seal-state.ts";
import { signs } from "./signs.ts";

/** Kinds of open items of a policy, most urgent first, with their signs. */
export const openKinds = {
  unreadable: { glyph: signs.error, tone: "error" },
  errors: { glyph: signs.error, tone: "error" },
  deleted: { glyph: signs.deleted, tone: "error" },
  weakened: { glyph: signs.weaker, tone: "error" },
  "review-unreadable": { glyph: signs.error, tone: "error" },
  flagged: { glyph: signs.flagged, tone: "error" },
  disagreement: { glyph: signs.differs, tone: "error" },
  reopened: { glyph: signs.edited, tone: "warn" },
  "seal-broken": { glyph: signs.error, tone: "error" },
  "seal-changed": { glyph: signs.edited, tone: "warn" },
  "seal-unsigned": { glyph: signs.warning, tone: "warn" },
  warnings: { glyph: signs.warning, tone: "warn" },
  "open-comment": { glyph: signs.comment, tone: "accent" },
  "single-support": { glyph: signs.single, tone: "warn" },
  "seal-proposed": { glyph: signs.neutral, tone: "muted" },
  unseen: { glyph: signs.neutral, tone: "muted" },
} as const satisfies Readonly<Record<string, { readonly glyph: Visible; readonly tone: Tone }>>;

export type OpenKind = keyof typeof openKinds;

const ranks: ReadonlyMap<string, number> = new Map(Object.keys(openKinds).map((kind, rank) => [kind, rank]));

/** Returns the urgency of a kind; a lower number is more urgent. */
export function openRank(kind: OpenKind): number {
  return ranks.get(kind) ?? ranks.size;
}

/** Reason for an open clause: its flag, different verdicts, a later edit, or a missing verdict. */
export type OpenClauseKind = "flagged" | "disagreement" | "reopened" | "unseen";

/**
 * Open item of a policy, with its place: the index of a change, of a part (a clause, or the general provisions after
 * the last clause) or of an axis column that depends on one clause.
 */
export type OpenItem =
  | { readonly kind: "errors"; readonly count: number }
  | { readonly kind: "weakened"; readonly change: number }
  | { readonly kind: OpenClauseKind; readonly clause: number }
  | { readonly kind: "open-comment"; readonly clause: number; readonly count: number }
  | { readonly kind: "single-support"; readonly column: number }
  | { readonly kind: "seal-broken" | "seal-changed" | "seal-unsigned" | "seal-proposed" };

/** Policy with everything that can be open in it. */
export interface OpenSource {
  /** Reviews of the clauses; the general provisions come last. */
  readonly reviews: readonly ClauseReview[];
  /** Number of errors. */
  readonly errors: number;
  /** Changes since the baseline. */
  readonly changes: readonly PlacedChange[];
  /** Columns of the axes with one clause, which must not be lost. */
  readonly singleSupports?: readonly number[];
  /** Name of the reviewer; their own comments are no open items. */
  readonly reviewer?: string;
  readonly seal: Pick<SealState, "standing">;
}

/** Returns the open items of a policy, most urgent first, then in policy order. */
export function openItems({
  reviews,
  errors,
  changes,
  singleSupports = [],
  reviewer,
  seal: { standing },
}: OpenSource): readonly OpenItem[] {
  const items: readonly OpenItem[] = [
    ...(errors > 0 ? [{ kind: "errors", count: errors } as const] : []),
    ...changes.flatMap((change, index) =>
      isUndecided(change, reviews) ? [{ kind: "weakened", change: index } as const] : [],
    ),
    ...openClauses(reviews),
    ...reviews.flatMap((review, clause) => {
      const comments = openComments(review).filter(({ by }) => by !== reviewer).length;
      return comments === 0 ? [] : [{ kind: "open-comment", clause, count: comments } as const];
    }),
    ...singleSupports.map((column) => ({ kind: "single-support", column }) as const),
    ...(standing === "sealed" || standing === "unsealed" ? [] : [{ kind: `seal-${standing}` } as const]),
  ];
  return items.toSorted((one, other) => openRank(one.kind) - openRank(other.kind));
}

const clauseNeeds = {
  none: "unseen",
  approved: null,
  flagged: "flagged",
  disagreement: "disagreement",
  reopened: "reopened",
} as const satisfies Record<ClauseReview["standing"], OpenClauseKind | null>;

/** Returns the reason for an open clause, or null. */
export function openKindOf({ standing }: Pick<ClauseReview, "standing">): OpenClauseKind | null {
  return clauseNeeds[standing];
}

/** Returns the open clauses, by their index; the general provisions follow the last clause. */
export function openClauses(
  reviews: readonly Pick<ClauseReview, "standing">[],
): readonly (OpenItem & { readonly kind: OpenClauseKind })[] {
  return reviews
    .flatMap((review, clause) => {
      const kind = openKindOf(review);
      return kind === null ? [] : [{ kind, clause }];
    })
    .toSorted((one, other) => openRank(one.kind) - openRank(other.kind));
}

/**
 * Returns the part of a change: its clause, or the general provisions as the last part. Null if it has none, as for a
 * removed clause.
 * @param parts number of parts
 */
export function partOfChange(
  { clause, field }: Pick<PlacedChange, "clause" | "field">,
  parts: number,
): number | null {
  const general = parts - 1;
  if (clause !== null) return clause < general ? clause : null;
  return field === null || parts === 0 ? null : general;
}

/**
 * Returns true for an undecided weaker value: its part has no approval of the current content.
 * @param reviews states of the parts, the general provisions last
 */
export function isUndecided(
  change: Pick<PlacedChange, "clause" | "field" | "direction">,
  reviews: readonly Pick<ClauseReview, "standing">[],
): boolean {
  if (change.direction !== "weakened") return false;
  const review = reviews[partOfChange(change, reviews.length) ?? -1];
  return review === undefined || openKindOf(review) !== null;
}

/** Says in few words why a clause with verdicts is open: `flagged: no owner`, `edited after approval`. */
export function clauseWords(
  kind: Exclude<OpenClauseKind, "unseen">,
  verdicts: readonly PersonVerdict[],
): string {
  if (kind !== "reopened") return withReason(kind, flagReason(verdicts));
  return hasOldFlag(verdicts)
    ? withReason("edited after its flag", flagReason(verdicts, true))
    : "edited after approval";
}

/** Returns true if a flag on an earlier content is left. */
export function hasOldFlag(verdicts: readonly PersonVerdict[]): boolean {
  return verdicts.some(({ entry, isOld }) => isOld && entry.kind === "flagged");
}

/**
 * Returns the first reason given for a flag, or an empty text.
 * @param ofOld true for the flags on earlier contents
 */
function flagReason(verdicts: readonly PersonVerdict[], ofOld = false): string {
  const flags = verdicts.filter(({ entry, isOld }) => entry.kind === "flagged" && isOld === ofOld);
  return flags.find(({ entry }) => entry.text.trim() !== "")?.entry.text ?? "";
}

/** Formats `open comment`, or `2 open comments`. */
export function openCommentWords(comments: number): string {
  return comments === 1 ? "open comment" : `${count(comments)} open comments`;
}

/** Describes briefly what the seal lacks: `proposed, missing safety-officer`. */
export function sealWords({ standing, last, proposal, changes, findings, problem }: SealState): Visible {
  switch (standing) {
    case "changed":
      return changes.length === 0 ? v`has errors since` : v`${plural(changes.length, "change")} since`;
    case "unsigned":
      return v`${last?.signed.length === 0 ? "no" : "too few"} valid signatures`;
    case "proposed":
      return proposal === null ? v`proposed` : v`proposed, missing ${missingText(proposal)}`;
    case "broken": {
      const error = findings.find(({ severity }) => severity === "error");
      return v`damaged: ${problem ?? error?.message ?? "the receipts"}`;
    }
    case "sealed":
      return v`sealed`;
    case "unsealed":
      return v`not sealed`;
  }
}

/** Appends a reason on one line: `flagged: no owner`; without a reason returns the words alone. */
export function withReason(words: string, reason: string): string {
  const said = reason.replaceAll(/\s+/g, " ").trim();
  return said === "" ? words : `${words}: ${said}`;
}
