import { type Axis, axisLabels, type Clause } from "../policy.ts";
import { quoted } from "../quoted.ts";
import type { ChangeKind, PolicyChange } from "./change.ts";
import { clauseChanges } from "./clause-changes.ts";
import { type FieldSection, fieldChanges, fieldNames, quorumChanges } from "./field-changes.ts";
import { type Gauge, fieldGauges } from "./gauge.ts";
import { type NameList, listChanges } from "./list-changes.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Comparable version of a policy, without fields with errors. */
export interface ComparedPolicy {
  readonly schema_version?: unknown;
  readonly vertical?: unknown;
  readonly regime?: unknown;
  readonly effective_date?: unknown;
  readonly jurisdiction?: unknown;
  readonly meta: Fields;
  readonly regulatory_clauses: readonly Clause[];
  readonly compliance_thresholds: Fields & { readonly mandatory_axes: readonly string[] };
  readonly receipt_chain: Fields & { readonly quorum: string; readonly nodes: readonly string[] };
}

/** Differences between two versions of a policy. */
export interface PolicyDiff {
  /** True if any change weakens the policy. */
  readonly weakened: boolean;
  /**
   * Changes in the order of the schema: identity, meta, clauses, thresholds, receipt chain; empty if the
   * versions are equal.
   */
  readonly changes: readonly PolicyChange[];
}

function axisName(axis: string): string {
  return `${axis} (${axisLabels[axis as Axis]})`;
}

const mandatoryAxes: NameList = {
  path: "/compliance_thresholds/mandatory_axes",
  added: "mandatory-axis-added",
  removed: "mandatory-axis-removed",
  reordered: "mandatory-axes-reordered",
  addedText: (axis) => `${axisName(axis)} is mandatory now`,
  removedText: (axis) => `${axisName(axis)} is no longer mandatory`,
  reorderedText: "the mandatory axes are in another order",
};

const nodes: NameList = {
  path: "/receipt_chain/nodes",
  added: "node-added",
  removed: "node-removed",
  reordered: "nodes-reordered",
  addedText: (node) => `node added: ${quoted(node)}`,
  removedText: (node) => `node removed: ${quoted(node)}`,
  reorderedText: "the nodes are in another order",
};

/** Creates a section of fields with the same path in both versions. */
function section(
  kind: ChangeKind,
  path: string,
  prefix: string,
  gauges: ReadonlyMap<string, Gauge>,
): FieldSection {
  return { kind, oldPath: path, newPath: path, prefix, gauges };
}

const top = section("field", "", "", new Map());
const meta = section("meta", "/meta", "meta.", fieldGauges.meta);
const thresholds = section("threshold", "/compliance_thresholds", "", fieldGauges.compliance_thresholds);
const receiptChain = section("receipt-chain", "/receipt_chain", "receipt_chain.", fieldGauges.receipt_chain);

/** Compares the thresholds of two versions. */
export function thresholdChanges(
  before: ComparedPolicy["compliance_thresholds"],
  after: ComparedPolicy["compliance_thresholds"],
): readonly PolicyChange[] {
  return [
    ...listChanges(mandatoryAxes, before.mandatory_axes, after.mandatory_axes),
    ...fieldChanges(thresholds, before, after, fieldNames(before, after, ["mandatory_axes"])),
  ];
}

/** Compares the receipt chains of two versions. */
export function receiptChainChanges(
  before: ComparedPolicy["receipt_chain"],
  after: ComparedPolicy["receipt_chain"],
): readonly PolicyChange[] {
  return [
    ...fieldChanges(receiptChain, before, after, fieldNames(before, after, ["quorum", "nodes"])),
    ...quorumChanges(before.quorum, after.quorum),
    ...listChanges(nodes, before.nodes, after.nodes),
  ];
}

/** Compares two versions of a policy. */
export function diffPolicies(before: ComparedPolicy, after: ComparedPolicy): PolicyDiff {
  const changes = [
    ...fieldChanges(top, { ...before }, { ...after }, [
      "schema_version",
      "vertical",
      "regime",
      "effective_date",
      "jurisdiction",
    ]),
    ...fieldChanges(meta, before.meta, after.meta, fieldNames(before.meta, after.meta)),
    ...clauseChanges(before.regulatory_clauses, after.regulatory_clauses),
    ...thresholdChanges(before.compliance_thresholds, after.compliance_thresholds),
    ...receiptChainChanges(before.receipt_chain, after.receipt_chain),
  ];
  return { weakened: changes.some(({ direction }) => direction === "weakened"), changes };
}
