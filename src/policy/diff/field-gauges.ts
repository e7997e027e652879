import { isSameLevel, twinLevels } from "../fields/levels.ts";
import type { Gauge } from "./gauge.ts";
import { byNumber, byPresence, byScale, bySwitch } from "./gauge.ts";

/** The first three give 256 bits, and only a longer hash is more of the same kind of strength. */
const byAlgorithm = byScale([
  ["SHA3-256", "SHA3-512"],
  ["SHA-256", "SHA3-512"],
  ["BLAKE3", "SHA3-512"],
]);

/** merkle_dag is what a required receipt chain is expected to have (rule chaining-not-dag); the other two are only different. */
const byChaining = byScale([
  ["merkle_tree", "merkle_dag"],
  ["hash_chain", "merkle_dag"],
]);

/** An exempt study is reviewed least; `required` does not say by which of the two reviews. */
const byOversight = byScale([
  ["exempt", "expedited", "full-board"],
  ["exempt", "required"],
]);

/** The fields of each part whose change has a direction. All others are `changed`. */
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
