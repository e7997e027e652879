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
