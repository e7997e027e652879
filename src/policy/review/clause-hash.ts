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
