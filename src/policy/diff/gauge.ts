import { isSameLevel, twinLevels } from "../fields/levels.ts";
import type { Direction } from "./change.ts";

/** Returns the direction of a change from the two values of a field; `undefined` stands for an absent field. */
export type Gauge = (before: unknown, after: unknown) => Direction;

/** Compares the positions of two values on a scale: more is stronger. */
export function byRank(before: number, after: number): Direction {
  if (before === after) return "changed";
  return after < before ? "weakened" : "strengthened";
}

/** Gauge of a number that demands more the larger it is. */
export const byNumber: Gauge = (before, after) =>
  typeof before === "number" && typeof after === "number" ? byRank(before, after) : "changed";

/** Gauge of a safeguard that is on or off; an absent one is off. */
const bySwitch: Gauge = (before, after) => byRank(Number(before === true), Number(after === true));

/** Gauge of a field that counts by its presence, whatever its value. */
const byPresence: Gauge = (before, after) =>
  byRank(Number(before !== undefined), Number(after !== undefined));

/** Gauge of words in an order, from the least demanding to the most. Words on no common scale have no order. Removing a level weakens. */
function byScale(
  scales: readonly (readonly string[])[],
  isSame: (word: string, value: unknown) => boolean = Object.is,
): Gauge {
  return (before, after) => {
    if (before === undefined || after === undefined) return byPresence(before, after);
    for (const scale of scales) {
      const from = scale.findIndex((word) => isSame(word, before));
      const to = scale.findIndex((word) => isSame(word, after));
      if (from !== -1 && to !== -1) return byRank(from, to);
    }
    return "changed";
  };
}

/** The first three have 256 bits; only a longer hash is stronger. */
const byAlgorithm = byScale([
  ["SHA3-256", "SHA3-512"],
  ["SHA-256", "SHA3-512"],
  ["BLAKE3", "SHA3-512"],
]);

/** A required receipt chain is expected to be a merkle_dag (rule chaining-not-dag); the other two have no order. */
const byChaining = byScale([
  ["merkle_tree", "merkle_dag"],
  ["hash_chain", "merkle_dag"],
]);

/** Exempt studies get the least review; `required` does not name one of the two reviews. */
const byOversight = byScale([
  ["exempt", "expedited", "full-board"],
  ["exempt", "required"],
]);

/** Fields whose change has a direction, by part. A change of any other field is `changed`. */
export const fieldGauges: Readonly<
  Record<"meta" | "compliance_thresholds" | "receipt_chain", ReadonlyMap<string, Gauge>>
> = {
  meta: new Map<string, Gauge>([
    ["receipt_chain_required", bySwitch],
    ["merkle_root_algorithm", byAlgorithm],
    ["irb_oversight", byOversight],
    ...twinLevels.map(({ meta, order }): [string, Gauge] => [meta, byScale([order], isSameLevel)]),
  ]),
  compliance_thresholds: new Map<string, Gauge>([
    ["minimum_lambda_coverage", byNumber],
    ["receipt_retention_days", byNumber],
    ...twinLevels.map(({ threshold, order }): [string, Gauge] => [threshold, byScale([order], isSameLevel)]),
  ]),
  receipt_chain: new Map<string, Gauge>([
    ["algorithm", byAlgorithm],
    ["chaining", byChaining],
    ["der_signed", bySwitch],
    ["hardware_security_module", bySwitch],
    ["enclave_attestation", bySwitch],
    ["air_gapped_backup", bySwitch],
    ["satellite_sync", bySwitch],
    ["qualified_electronic_signature", bySwitch],
    ["irb_signed", bySwitch],
    ["data_residency", byPresence],
  ]),
};
