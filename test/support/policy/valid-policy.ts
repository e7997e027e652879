import { dump } from "js-yaml";
import type { Axis, AxisMapping, Enforcement, Policy } from "../../../src/policy/policy.ts";
import { axes, axisLabels } from "../../../src/policy/policy.ts";

/** Makes a type and all its parts mutable. */
type Changeable<T> = T extends readonly unknown[]
  ? { -readonly [K in keyof T]: Changeable<T[K]> }
  : T extends object
    ? { -readonly [K in keyof T]: Changeable<T[K]> }
    : T;

/** Policy that a test may change in place. */
export type TestPolicy = Changeable<Policy>;

/** Time at which tests check policies, in milliseconds since 1970: 20 November 2026, 12:00 UTC. */
export const testNowMs = Date.UTC(2026, 10, 20, 12);

/** Creates a mapping with the label of its axis. */
export function mapping(
  axis: Axis,
  weight = 0.5,
  enforcement: Enforcement = "recommended",
): Changeable<AxisMapping> {
  return { axis, label: axisLabels[axis], weight, enforcement };
}

/** Mapped axes of each clause of `validPolicy`: all ten axes, none twice in a clause. */
const clauseAxes: readonly (readonly [Axis, ...Axis[]])[] = [
  ["Λ3", "Λ6"],
  ["Λ6", "Λ7"],
  ["Λ1", "Λ9"],
  ["Λ2"],
  ["Λ4"],
  ["Λ5", "Λ8"],
  ["Λ7", "Λ2"],
  ["Λ10", "Λ3"],
];

/**
 * A plain policy that the schema accepts and about which no rule has anything to say on `testNowMs`: eight clauses on all ten axes,
 * the mandatory ones (Λ3, Λ6, Λ7) enforced, quorum 3-of-5 of five nodes. Every call gives a new one.
 *
 * @param over fields of the top level to have instead
 */
export function validPolicy(over: Partial<TestPolicy> = {}): TestPolicy {
  return {
    schema_version: "1.0.0",
    vertical: "healthcare",
    regime: "HIPAA/HITECH",
    effective_date: "2025-07-01",
    jurisdiction: "EU-Health",
    meta: {
      title: "Clinical data handling",
      description: "How records of patients are kept, read, corrected and handed on.",
      authority: "45 CFR Parts 160 and 164",
      receipt_chain_required: true,
      merkle_root_algorithm: "SHA3-256",
    },
    regulatory_clauses: clauseAxes.map(([first, ...others], index) => ({
      clause_id: `HC-164.${300 + index}`,
      title: `Clause number ${index + 1}`,
      citation: `45 CFR 164.${300 + index}`,
      full_ref: `Code of Federal Regulations, title 45, section 164.${300 + index}`,
      lambda_axes: [mapping(first, 0.9, "mandatory"), ...others.map((axis) => mapping(axis))],
    })),
    compliance_thresholds: {
      minimum_lambda_coverage: axes.length,
      mandatory_axes: ["Λ3", "Λ6", "Λ7"],
      receipt_retention_days: 2190,
    },
    receipt_chain: {
      algorithm: "SHA3-256",
      chaining: "merkle_dag",
      quorum: "3-of-5",
      nodes: ["covered-entity", "business-associate", "auditor", "regulator", "archive"],
    },
    ...over,
  };
}

/** Formats a policy as YAML in block style, without folded lines. */
export function toYaml(document: unknown): string {
  return dump(document, { lineWidth: -1, noRefs: true });
}

/** Formats a policy as JSON with an indentation of two spaces. */
export function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
