import type { ReadableClause, ReadableMapping } from "../matrix/readable-policy.ts";

/** Returns the citation and the full reference of a clause, if present. */
export function references({ citation, fullRef }: ReadableClause): readonly string[] {
  return [citation, fullRef].filter((text) => text !== null);
}

/** Formats `Λ6 Security: mandatory, weight 0.9`. */
export function mappingWords({ axis, label, weight, enforcement }: ReadableMapping): string {
  return `${axis} ${label ?? ""}: ${enforcement ?? "enforcement unknown"}, weight ${weight ?? "unknown"}`;
}
