import { createHash } from "node:crypto";
import { canonicalJson } from "../seal/canonical.ts";
import { NoCanonicalFormError } from "../seal/errors.ts";

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
