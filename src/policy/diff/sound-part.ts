import { childPointer } from "../json-pointer.ts";
import { ownField } from "../matrix/readable-policy.ts";
import type { Axis, Policy } from "../policy.ts";
import { maxViolations } from "../schema/runtime.ts";
import { violationsOf } from "../schema/validate.ts";
import { maxItems, type Mend, mendedFields, mendedNames } from "./mend.ts";
import { mendedClauses } from "./mended-clauses.ts";

/** Document without its faulty values, to compare it. */
export interface SoundPart {
  /**
   * The document, each faulty value replaced by that of the other version. Clauses keep their indexes. Lists may be shorter or
   * longer than the schema allows, and so may the texts of a clause that the other version does not have.
   */
  readonly policy: Policy;
  /** Axes that faulty values of no counterpart may map: the sums and the coverage of these are unknown. */
  readonly unknownAxes: ReadonlySet<Axis>;
  /** JSON Pointers of clauses that stand for faulty values of no counterpart. */
  readonly unknownClauses: ReadonlySet<string>;
}

/** Keywords of lists whose length is wrong, but not their elements, and of properties that are ignored. */
const harmless: ReadonlySet<string> = new Set([
  "minItems",
  "maxItems",
  "uniqueItems",
  "additionalProperties",
]);

/**
 * Replaces the values of a document that the schema refuses by those of another version at the same place: clauses are
 * matched like in a diff, mappings by their axis. A comparison with the other version then claims nothing of them. Null if the
 * document has no list of clauses, or too many violations.
 */
export function soundPart(value: unknown, other: Policy): SoundPart | null {
  const list = ownField(value, "regulatory_clauses");
  if (!Array.isArray(list) || list.length > maxItems) return null;
  const violations = violationsOf(value);
  if (violations.length >= maxViolations) return null;
  const faulty = new Set<string>();
  for (const { keyword, instancePath, params } of violations) {
    if (keyword === "required") faulty.add(childPointer(instancePath, String(params.missingProperty)));
    else if (!harmless.has(keyword)) faulty.add(instancePath);
  }
  const mend: Mend = { faulty, unknownAxes: new Set(), unknownClauses: new Set() };
  const field = <Key extends keyof Policy>(key: Key): Policy[Key] =>
    faulty.has(`/${key}`) ? other[key] : (ownField(value, key) as Policy[Key]);
  const section = <Key extends "meta" | "compliance_thresholds" | "receipt_chain">(key: Key): Policy[Key] =>
    mendedFields(mend, `/${key}`, field(key), other[key]);
  const [thresholds, chain] = [section("compliance_thresholds"), section("receipt_chain")];
  const policy: Policy = {
    schema_version: field("schema_version"),
    vertical: field("vertical"),
    regime: field("regime"),
    effective_date: field("effective_date"),
    jurisdiction: field("jurisdiction"),
    meta: section("meta"),
    regulatory_clauses: mendedClauses(mend, list, other.regulatory_clauses),
    compliance_thresholds: {
      ...thresholds,
      // A repeated axis is mandatory only once.
      mandatory_axes: [
        ...new Set(
          mendedNames(
            mend,
            "/compliance_thresholds/mandatory_axes",
            thresholds.mandatory_axes,
            other.compliance_thresholds.mandatory_axes,
          ),
        ),
      ],
    },
    receipt_chain: {
      ...chain,
      nodes: mendedNames(mend, "/receipt_chain/nodes", chain.nodes, other.receipt_chain.nodes),
    },
  };
  return { policy, unknownAxes: mend.unknownAxes, unknownClauses: mend.unknownClauses };
}
