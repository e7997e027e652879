import { matrixOf, type MatrixColumn } from "../matrix/matrix.ts";
import { readablePolicy } from "../matrix/readable-policy.ts";
import type { PolicyChange } from "./change.ts";
import { coverageChanges } from "./clause-changes.ts";
import {
  type ComparedPolicy,
  type PolicyDiff,
  receiptChainChanges,
  thresholdChanges,
} from "./diff-policies.ts";
import { byRank } from "./gauge.ts";

const path = "/regulatory_clauses";

/**
 * Compares policies of different verticals, which share no clauses: coverage, mandatory weight and enforcing clauses
 * per axis, then thresholds, and the receipt chain without its nodes.
 */
export function diffByAxis(before: ComparedPolicy, after: ComparedPolicy): PolicyDiff {
  const [old, now] = [columnsOf(before), columnsOf(after)];
  const changes = [
    ...coverageChanges(before.regulatory_clauses, after.regulatory_clauses),
    ...now.flatMap((column, index) => axisChanges(old[index] ?? column, column)),
    ...thresholdChanges(before.compliance_thresholds, after.compliance_thresholds),
    ...receiptChainChanges(before.receipt_chain, {
      ...after.receipt_chain,
      nodes: before.receipt_chain.nodes,
    }),
  ];
  return { weakened: changes.some(({ direction }) => direction === "weakened"), changes };
}

function columnsOf(policy: ComparedPolicy): readonly MatrixColumn[] {
  return matrixOf(readablePolicy(policy)).columns;
}

function axisChanges(old: MatrixColumn, now: MatrixColumn): readonly PolicyChange[] {
  const name = `${now.axis} (${now.label})`;
  const change = (kind: "axis-weight" | "axis-enforcers", from: number, to: number, text: string) =>
    from === to
      ? []
      : [{ kind, direction: byRank(from, to), oldPath: path, newPath: path, axis: now.axis, text } as const];
  return [
    ...change(
      "axis-weight",
      old.mandatoryWeight,
      now.mandatoryWeight,
      `${name} mandatory weight ${old.mandatoryWeight} → ${now.mandatoryWeight}`,
    ),
    ...change(
      "axis-enforcers",
      old.enforcers,
      now.enforcers,
      `${name} enforcing clauses ${old.enforcers} → ${now.enforcers}`,
    ),
  ];
}
