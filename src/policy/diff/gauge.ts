import { isSameLevel, twinLevels } from "../fields/levels.ts";
import type { Direction } from "./change.ts";

/**
 * Function that returns the direction of a change of a field from its two values, `undefined` for an absent
 * one.
 */
export type Gauge = (before: unknown, after: unknown) => Direction;

/**
 * Returns the direction of a change between two positions on a scale, where a higher position is stronger.
 */
export function byRank(before: number, after: number): Direction {
  if (before === after) return "changed";
  return after < before ? "weakened" : "strengthened";
}

/** Gauge of a number, where a larger one requires more. */
export const byNumber: Gauge = (before, after) =>
  typeof before === "number" && typeof after === "number" ? byRank(before, after) : "changed";

/** Gauge of a safeguard that is on if the value is true, otherwise off. */
const bySwitch: Gauge = (before, after) => byRank(Number(before === true), Number(after === true));

/** Gauge of a field by its presence, not its value. */
const byPresence: Gauge = (before, after) =>
  byRank(Number(before !== undefined), Number(after !== undefined));

/**
 * Creates a gauge of words on scales, each from the least demanding to the most. Words without a common scale
 * have no order. Adding a word strengthens, removing it weakens.
 */
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

/** Gauge of hash algorithms. Only SHA3-512, which is longer than the other three, is stronger. */
const byAlgorithm = byScale([
  ["SHA3-256", "SHA3-512"],
  ["SHA-256", "SHA3-512"],
  ["BLAKE3", "SHA3-512"],
]);

/**
 * Gauge of chainings. merkle_dag, which the rule chaining-not-dag expects, is the strongest; the other two
 * have no order.
 */
const byChaining = byScale([
  ["merkle_tree", "merkle_dag"],
  ["hash_chain", "merkle_dag"],
]);

/** Gauge of ethics review. Exempt studies get the least; `required` does not name one of the two reviews. */
const byOversight = byScale([
  ["exempt", "expedited", "full-board"],
  ["exempt", "required"],
]);

/** Gauges of fields, by section. A change of a field without a gauge is `changed`. */
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
