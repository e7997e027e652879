import { createHash } from "node:crypto";
import { canonicalJson } from "../seal/canonical.ts";
import { NoCanonicalFormError } from "../seal/errors.ts";

/**
 * Returns the SHA-256 of a clause's canonical form in hex, independent of layout, comments and quotes.
 * Returns null if the clause has no canonical form (for example a number that is not finite, or a lone
 * surrogate) and thus cannot be reviewed.
 */
export function clauseHash(clause: unknown): string | null {
  try {
    return createHash("sha256").update(canonicalJson(clause)).digest("hex");
  } catch (error) {
    if (error instanceof NoCanonicalFormError) return null;
    throw error;
  }
}

/** Verdicts on a clause. */
export const verdicts = ["approved", "flagged"] as const;
export type Verdict = (typeof verdicts)[number];

/** Kinds of marks: a verdict or a comment. */
export const markKinds = [...verdicts, "comment"] as const;

/** A reviewer's verdict or comment on a clause. */
export interface Mark {
  readonly kind: (typeof markKinds)[number];
  readonly clauseId: string;
  /** `clauseHash` of the reviewed clause. */
  readonly clauseHash: string;
  /** Text of a comment; empty for verdicts. */
  readonly text: string;
  /** Name that the reviewer chose. */
  readonly by: string;
  /** Time of the mark, ISO 8601 in UTC. */
  readonly at: string;
}

/** Clause in a review. `id` is null if it is not readable, `hash` if the clause has no canonical form. */
export interface ReviewedClause {
  readonly id: string | null;
  readonly hash: string | null;
}

/**
 * State of a clause's review. `standing` is `reopened` if the clause changed after its verdict.
 * `commentIsOld` is true if it changed after its comment.
 */
export interface ClauseReview {
  readonly standing: "none" | Verdict | "reopened";
  readonly verdict: Mark | null;
  readonly comment: Mark | null;
  readonly commentIsOld: boolean;
}

/** Returns the state of each clause's review. @param marks oldest first */
export function clauseReviews(
  clauses: readonly ReviewedClause[],
  marks: readonly Mark[],
): readonly ClauseReview[] {
  const present = new Set(clauses.map(keyOf));
  return clauses.map((clause) => {
    const ofIt = marks.filter((mark) => mark.clauseId === clause.id && belongs(mark, clause, present));
    const verdict = ofIt.findLast(({ kind }) => kind !== "comment") ?? null;
    const comment = ofIt.findLast(({ kind }) => kind === "comment") ?? null;
    return {
      standing: standingOf(verdict, clause),
      verdict,
      comment,
      commentIsOld: comment !== null && comment.clauseHash !== clause.hash,
    };
  });
}

function standingOf(verdict: Mark | null, clause: ReviewedClause): ClauseReview["standing"] {
  if (verdict === null || verdict.kind === "comment") return "none";
  return verdict.clauseHash === clause.hash ? verdict.kind : "reopened";
}

/**
 * Returns true if a mark with the clause's ID belongs to the clause: it is of the same content, or no present
 * clause has its content. Clauses with the same ID are thus distinguished by content.
 */
function belongs(mark: Mark, clause: ReviewedClause, present: ReadonlySet<string>): boolean {
  return mark.clauseHash === clause.hash || !present.has(keyOf({ id: mark.clauseId, hash: mark.clauseHash }));
}

function keyOf({ id, hash }: ReviewedClause): string {
  return `${hash ?? ""} ${id ?? ""}`;
}

/** Counts the clauses with a verdict on their current content. */
export function reviewedCount(reviews: readonly ClauseReview[]): number {
  return reviews.filter(({ standing }) => verdicts.some((verdict) => verdict === standing)).length;
}

/**
 * Returns the marks with one added, which replaces the clause's mark of the same kind (verdict or comment).
 * An empty comment deletes the comment; repeating a verdict on the same content revokes it.
 */
export function withMark(
  marks: readonly Mark[],
  mark: Mark,
  clauses: readonly ReviewedClause[],
): readonly Mark[] {
  const present = new Set(clauses.map(keyOf));
  const clause = { id: mark.clauseId, hash: mark.clauseHash };
  const isReplaced = (other: Mark) =>
    other.clauseId === mark.clauseId &&
    (other.kind === "comment") === (mark.kind === "comment") &&
    belongs(other, clause, present);
  const last = marks.findLast(isReplaced);
  const others = marks.filter((other) => !isReplaced(other));
  const isTakenBack =
    mark.kind === "comment"
      ? mark.text === ""
      : last?.kind === mark.kind && last.clauseHash === mark.clauseHash;
  return isTakenBack ? others : [...others, mark];
}
