import { asList, ownField, readableClauses } from "../matrix/readable-policy.ts";
import { clauseHash } from "./clause-hash.ts";
import type { ReviewedClause } from "./clause-review.ts";

/** Returns the clauses of a document in order, unreadable ones with null fields. Accepts any value. */
export function reviewedClauses(document: unknown): readonly ReviewedClause[] {
  const written = asList(ownField(document, "regulatory_clauses"));
  return readableClauses(document).map(({ id, index }) => ({ id, hash: clauseHash(written[index]) }));
}
