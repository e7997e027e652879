import type { Clause, Policy } from "../policy.ts";
import { canonicalJson } from "./canonical.ts";

/** Part of a policy that has its own hash, so that messages can name what changed. */
export interface Part {
  /**
   * `rest`, `meta`, `clause:<clause_id>`, `compliance_thresholds` or `receipt_chain`. No clause ID has a
   * colon.
   */
  readonly name: string;
  readonly value: unknown;
}

/** Splits a policy into its parts, in hashing order; every field is in exactly one. */
export function policyParts(policy: Policy): readonly Part[] {
  const { meta, regulatory_clauses, compliance_thresholds, receipt_chain, ...rest } = policy;
  return [
    { name: "rest", value: rest },
    { name: "meta", value: meta },
    ...regulatory_clauses.map((clause) => ({ name: clausePartName(clause.clause_id), value: clause })),
    { name: "compliance_thresholds", value: compliance_thresholds },
    { name: "receipt_chain", value: receipt_chain },
  ];
}

/** Formats a part for messages: `clause HC-164.312`, `meta`, `the fields outside the sections`. */
export function partTitle(name: string): string {
  if (name === "rest") return "the fields outside the sections";
  return name.startsWith("clause:") ? `clause ${name.slice("clause:".length)}` : name;
}

/**
 * Returns the hashed text of a part: the canonical form of `{"meta": …}`, or of `{"clause": …}` for a clause.
 */
export function partData({ name, value }: Part): string {
  return canonicalJson({ [name.startsWith("clause:") ? "clause" : name]: value });
}

/** Returns true if a part is a clause. */
export function isClausePart(part: Part): part is Part & { readonly value: Clause } {
  return part.name.startsWith("clause:");
}

/** Returns the name of the part that is a clause. No clause ID has a colon. */
export function clausePartName(clauseId: string): string {
  return `clause:${clauseId}`;
}
