import { createHash } from "node:crypto";
import { asList, ownField, readableClauses } from "../matrix/readable-policy.ts";
import { canonicalJson } from "../seal/canonical.ts";
import { NoCanonicalFormError } from "../seal/errors.ts";
import type { ReviewedClause } from "./clause-review.ts";
import { generalId, withoutClauses } from "./general-provisions.ts";

/**
 * Returns the reviewed parts of a document: its clauses in order, with null fields for unreadable ones, and last the
 * general provisions. None without clauses. Accepts any value.
 * @param most maximum number of clauses
 * @param hashOf hash of a part; null for every part if no entry is compared
 */
export function reviewedClauses(
  document: unknown,
  most: number = Number.POSITIVE_INFINITY,
  hashOf: (part: unknown) => string | null = clauseHash,
): readonly ReviewedClause[] {
  const written = asList(ownField(document, "regulatory_clauses"));
  const clauses = readableClauses(document).slice(0, most);
  if (clauses.length === 0) return [];
  return [
    ...clauses.map(({ id, index }) => ({ id, hash: hashOf(written[index]) })),
    { id: generalId, hash: hashOf(withoutClauses(document)) },
  ];
}

/**
 * Returns the SHA-256 of the canonical form of a clause, or of the general provisions, in hex, independent of layout,
 * comments and quotes. Returns null without a canonical form (for example for an infinite number or a lone
 * surrogate); such a clause cannot be reviewed.
 */
export function clauseHash(part: unknown): string | null {
  try {
    return createHash("sha256").update(canonicalJson(part)).digest("hex");
  } catch (error) {
    if (error instanceof NoCanonicalFormError) return null;
    throw error;
  }
}
