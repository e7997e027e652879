import { asList, ownField, readableClauses } from "../matrix/readable-policy.ts";
import { clauseHash } from "./clause-hash.ts";
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
