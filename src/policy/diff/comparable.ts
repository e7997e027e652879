import type { PolicyCheck } from "../check-document.ts";
import { type Policy, verticals } from "../policy.ts";
import type { PolicyChange } from "./change.ts";
import { diffPolicies } from "./diff-policies.ts";
import { certainChanges, type Doubt, noDoubt } from "./doubt.ts";
import { type SoundPart, soundPart } from "./sound-part.ts";

/** Two versions that can be compared, without the values that have errors. */
export interface Comparable {
  readonly before: Policy;
  readonly after: Policy;
  readonly doubt: Doubt;
}

/** Policy that replaces what is faulty in both versions. */
const nothing: Policy = {
  schema_version: "",
  vertical: verticals[0],
  regime: "",
  effective_date: "",
  jurisdiction: "",
  meta: {
    title: "",
    description: "",
    authority: "",
    receipt_chain_required: false,
    merkle_root_algorithm: "SHA3-256",
  },
  regulatory_clauses: [],
  compliance_thresholds: { minimum_lambda_coverage: 0, mandatory_axes: [], receipt_retention_days: 0 },
  receipt_chain: { algorithm: "SHA3-256", chaining: "merkle_dag", quorum: "", nodes: [] },
};

/**
 * Prepares two versions for a comparison. A value that has an error in one of them becomes the value of the other one; a
 * policy without errors stays as it is. Null if one of them is unreadable or has not the shape of a policy.
 */
export function comparable(
  older: Pick<PolicyCheck, "policy" | "document">,
  newer: Pick<PolicyCheck, "policy" | "document">,
): Comparable | null {
  if (older.policy !== null && newer.policy !== null)
    return { before: older.policy, after: newer.policy, doubt: noDoubt };
  const base = sound(older, nothing);
  const after = base === null ? null : sound(newer, base.policy);
  const before = after === null ? null : sound(older, after.policy);
  if (before === null || after === null) return null;
  return {
    before: before.policy,
    after: after.policy,
    doubt: {
      axes: new Set([...before.unknownAxes, ...after.unknownAxes]),
      older: before.unknownClauses,
      newer: after.unknownClauses,
    },
  };
}

/** Returns the certain changes between two versions. @param diff `diffByAxis` for versions of different verticals */
export function changesBetween(
  { before, after, doubt }: Comparable,
  diff: typeof diffPolicies = diffPolicies,
): readonly PolicyChange[] {
  return certainChanges(diff(before, after).changes, doubt);
}

function sound(
  { policy, document }: Pick<PolicyCheck, "policy" | "document">,
  other: Policy,
): SoundPart | null {
  if (policy !== null) return { policy, unknownAxes: noDoubt.axes, unknownClauses: noDoubt.newer };
  return soundPart(document?.value, other);
}
