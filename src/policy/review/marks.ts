import { createHash } from "node:crypto";
import { canonicalJson } from "../seal/canonical.ts";
import { NoCanonicalFormError } from "../seal/errors.ts";

/**
 * SHA-256 of a clause's canonical form, in hex: the same however the clause is laid out, commented or quoted. Null: it has no canonical
 * form (a number that is not finite, half a surrogate pair), and no review can be bound to it.
 */
export function clauseHash(clause: unknown): string | null {
  try {
    return createHash("sha256").update(canonicalJson(clause)).digest("hex");
  } catch (error) {
    if (error instanceof NoCanonicalFormError) return null;
    throw error;
  }
}

/** What a reviewer left at a clause. */
export interface Mark {
  readonly kind: "approved" | "flagged" | "comment";
  readonly clauseId: string;
  /** Of the clause as it was reviewed (`clauseHash`). */
  readonly clauseHash: string;
  /** Empty but for a comment. */
  readonly text: string;
  /** Who, as they call themselves. */
  readonly by: string;
  /** When, ISO 8601 in UTC. */
  readonly at: string;
}

/** A clause as a review knows it; the id is null where it cannot be read, the hash where there is none. */
export interface ReviewedClause {
  readonly id: string | null;
  readonly hash: string | null;
}

/**
 * How the review of a clause stands. `reopened`: it was approved or flagged, and its content is another one now.
 * A comment on what it was before is kept and shown: `commentIsOld`.
 */
export interface ClauseReview {
  readonly standing: "none" | "approved" | "flagged" | "reopened";
  readonly verdict: Mark | null;
  readonly comment: Mark | null;
  readonly commentIsOld: boolean;
}

/** How each clause of a document stands under these marks, oldest first. */
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

/** Of two clauses with one id each has the marks of its own content: a mark of the other is no reason to reopen this one. */
function belongs(mark: Mark, clause: ReviewedClause, present: ReadonlySet<string>): boolean {
  return mark.clauseHash === clause.hash || !present.has(keyOf({ id: mark.clauseId, hash: mark.clauseHash }));
}

function keyOf({ id, hash }: ReviewedClause): string {
  return `${hash ?? ""} ${id ?? ""}`;
}

/** How many clauses have a verdict that holds. */
export function reviewedCount(reviews: readonly ClauseReview[]): number {
  return reviews.filter(({ standing }) => standing === "approved" || standing === "flagged").length;
}

/**
 * The marks with one more, which takes the place of what the clause had of its sort (a verdict, a comment). A comment without text
 * takes the comment away, and a verdict that the clause has already is taken back.
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
