import { chain, thresholds } from "./base-policy.ts";
import { type CaseRow, type Edit, within } from "./invalid-policy.ts";

const inThresholds = "/compliance_thresholds";
const coverage = "minimum_lambda_coverage: 9";
const mandatory = "mandatory_axes: [Λ3, Λ6, Λ10]";
const retention = "receipt_retention_days: 2190";
const thresholdsKey: Edit = ["\ncompliance_thresholds:", "\n⟦compliance_thresholds:"];

/** Cases of `compliance_thresholds`. */
export const thresholdCases: readonly CaseRow[] = [
  ["compliance_thresholds.type", inThresholds, [thresholds, "compliance_thresholds: ⟦null\n"]],
  ["minimum_lambda_coverage.required", inThresholds, [`  ${coverage}\n`, ""], thresholdsKey],
  [
    "minimum_lambda_coverage.type",
    `${inThresholds}/minimum_lambda_coverage`,
    [coverage, "minimum_lambda_coverage: ⟦8.5"],
  ],
  [
    "minimum_lambda_coverage.minimum",
    `${inThresholds}/minimum_lambda_coverage`,
    [coverage, "minimum_lambda_coverage: ⟦0"],
  ],
  [
    "minimum_lambda_coverage.maximum",
    `${inThresholds}/minimum_lambda_coverage`,
    [coverage, "minimum_lambda_coverage: ⟦11"],
  ],
  ["mandatory_axes.required", inThresholds, [`  ${mandatory}\n`, ""], thresholdsKey],
  ["mandatory_axes.type", `${inThresholds}/mandatory_axes`, [mandatory, "mandatory_axes: ⟦Λ3"]],
  [
    // An eleventh axis always repeats one of the ten.
    "mandatory_axes.maxItems",
    `${inThresholds}/mandatory_axes`,
    [mandatory, "mandatory_axes: ⟦[Λ1, Λ2, Λ3, Λ4, Λ5, Λ6, Λ7, Λ8, Λ9, Λ10, Λ10]"],
  ],
  ["mandatory_axes.minItems", `${inThresholds}/mandatory_axes`, [mandatory, "mandatory_axes: ⟦[]"]],
  [
    "mandatory_axes.uniqueItems",
    `${inThresholds}/mandatory_axes`,
    [mandatory, "mandatory_axes: ⟦[Λ3, Λ6, Λ3]"],
  ],
  [
    "mandatory_axes.item.type",
    `${inThresholds}/mandatory_axes/1`,
    [mandatory, "mandatory_axes: [Λ3, ⟦6, Λ10]"],
  ],
  [
    "mandatory_axes.item.pattern",
    `${inThresholds}/mandatory_axes/1`,
    [mandatory, "mandatory_axes: [Λ3, ⟦Λ06, Λ10]"],
  ],
  ["receipt_retention_days.required", inThresholds, [`  ${retention}\n`, ""], thresholdsKey],
  [
    "receipt_retention_days.type",
    `${inThresholds}/receipt_retention_days`,
    [retention, "receipt_retention_days: ⟦6 years"],
  ],
  [
    "receipt_retention_days.minimum",
    `${inThresholds}/receipt_retention_days`,
    [retention, "receipt_retention_days: ⟦364"],
  ],
];

const inChain = "/receipt_chain";
const algorithm = "  algorithm: SHA3-256";
const quorum = "quorum: 3-of-5";
const nodes = "nodes: [controller, processor, officer, authority, archive]";
const chainKey: Edit = ["\nreceipt_chain:", "\n⟦receipt_chain:"];

/** Cases of `receipt_chain`. */
export const chainCases: readonly CaseRow[] = [
  ["receipt_chain.type", inChain, [chain, "receipt_chain: ⟦[]\n"]],
  ["receipt_chain.algorithm.required", inChain, [`${algorithm}\n`, ""], chainKey],
  ["receipt_chain.algorithm.enum", `${inChain}/algorithm`, [algorithm, "  algorithm: ⟦MD5"]],
  ["receipt_chain.chaining.required", inChain, ["  chaining: merkle_dag\n", ""], chainKey],
  ["receipt_chain.chaining.enum", `${inChain}/chaining`, ["merkle_dag", "⟦merkle-dag"]],
  ["receipt_chain.quorum.required", inChain, [`  ${quorum}\n`, ""], chainKey],
  ["receipt_chain.quorum.type", `${inChain}/quorum`, [quorum, "quorum: ⟦3"]],
  ["receipt_chain.quorum.pattern", `${inChain}/quorum`, [quorum, "quorum: ⟦3 of 5"]],
  ["receipt_chain.nodes.required", inChain, [`  ${nodes}\n`, ""], chainKey],
  ["receipt_chain.nodes.type", `${inChain}/nodes`, [nodes, "nodes: ⟦5"]],
  ["receipt_chain.nodes.minItems", `${inChain}/nodes`, [nodes, "nodes: ⟦[controller]"]],
  [
    "receipt_chain.nodes.maxItems",
    `${inChain}/nodes`,
    [nodes, "nodes: ⟦[one, two, three, four, five, six, seven, eight]"],
  ],
  ["receipt_chain.nodes.item.type", `${inChain}/nodes/4`, [nodes, nodes.replace("archive", "⟦5")]],
  ["receipt_chain.der_signed.type", `${inChain}/der_signed`, within("receipt_chain", "der_signed: ⟦1")],
  [
    "receipt_chain.hardware_security_module.type",
    `${inChain}/hardware_security_module`,
    within("receipt_chain", "hardware_security_module: ⟦PKCS11"),
  ],
  [
    "receipt_chain.enclave_attestation.type",
    `${inChain}/enclave_attestation`,
    within("receipt_chain", "enclave_attestation: ⟦SGX"),
  ],
  [
    "receipt_chain.air_gapped_backup.type",
    `${inChain}/air_gapped_backup`,
    within("receipt_chain", 'air_gapped_backup: ⟦"true"'),
  ],
  [
    "receipt_chain.satellite_sync.type",
    `${inChain}/satellite_sync`,
    within("receipt_chain", "satellite_sync: ⟦off"),
  ],
  [
    "receipt_chain.qualified_electronic_signature.type",
    `${inChain}/qualified_electronic_signature`,
    within("receipt_chain", "qualified_electronic_signature: ⟦eIDAS"),
  ],
  ["receipt_chain.irb_signed.type", `${inChain}/irb_signed`, within("receipt_chain", "irb_signed: ⟦null")],
  [
    "receipt_chain.data_residency.type",
    `${inChain}/data_residency`,
    within("receipt_chain", "data_residency: ⟦[EU]"),
  ],
];
