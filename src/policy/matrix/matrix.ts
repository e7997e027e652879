import type { Axis, AxisLabel, Enforcement } from "../policy.ts";
import { axes, axisLabels, enforcements } from "../policy.ts";
import type { Coverage } from "./coverage.ts";
import { carriersByAxis, coverageOf, isEnforcer } from "./coverage.ts";
import type { ReadableClause, ReadableMapping, ReadablePolicy } from "./readable-policy.ts";
import { readablePolicy } from "./readable-policy.ts";
import { mandatoryWeight, totalWeight } from "./weights.ts";

/** Mappings of one axis by one clause, combined. */
export interface MatrixCell {
  /** Highest weight of the mappings; null if none is readable. */
  readonly weight: number | null;
  /** Strictest enforcement of the mappings; null if none is readable. */
  readonly enforcement: Enforcement | null;
  /** Mappings in document order: one unless the clause repeats the axis. */
  readonly mappings: readonly [ReadableMapping, ...ReadableMapping[]];
}

interface MatrixRow {
  readonly clause: ReadableClause;
  /** One cell per column; null if the clause does not map the axis. */
  readonly cells: readonly (MatrixCell | null)[];
}

export interface MatrixColumn {
  readonly axis: Axis;
  readonly label: AxisLabel;
  readonly isMandatory: boolean;
  /** Number of clauses that map the axis. */
  readonly clauses: number;
  /** True if the axis is mandatory and exactly one clause maps it. */
  readonly hasSingleSupport: boolean;
  /** Number of clauses with a mandatory mapping of the axis. */
  readonly enforcers: number;
  /** Sum of the weights of all mappings of the axis, and of its mandatory ones. */
  readonly totalWeight: number;
  readonly mandatoryWeight: number;
}

/** Clauses by axes: columns Λ1 to Λ10, rows in document order. */
export interface PolicyMatrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
  readonly coverage: Coverage;
}

function cellOf(clause: ReadableClause, axis: Axis): MatrixCell | null {
  const [first, ...others] = clause.mappings.filter((mapping) => mapping.axis === axis);
  if (first === undefined) return null;
  const mappings = [first, ...others] as const;
  const weights = mappings.flatMap(({ weight }) => weight ?? []);
  return {
    weight: weights.length === 0 ? null : weights.reduce((most, weight) => Math.max(most, weight)),
    // `enforcements` begins with the strictest.
    enforcement:
      enforcements.find((word) => mappings.some(({ enforcement }) => enforcement === word)) ?? null,
    mappings,
  };
}

/** Creates the matrix of a policy. Accepts any value and shows every readable mapping. */
export function matrix(document: unknown): PolicyMatrix {
  return matrixOf(readablePolicy(document));
}

/** Creates the matrix of a readable policy. */
export function matrixOf(policy: ReadablePolicy): PolicyMatrix {
  const { clauses } = policy;
  const covering = coverageOf(policy);
  const carriers = carriersByAxis(clauses);
  return {
    columns: axes.map((axis) => {
      const mandatory = covering.mandatory.find((one) => one.axis === axis);
      const ofAxis = carriers.get(axis) ?? [];
      const mappings = ofAxis.flatMap((carrier) => carrier.mappings);
      return {
        axis,
        label: axisLabels[axis],
        isMandatory: mandatory !== undefined,
        clauses: ofAxis.length,
        hasSingleSupport: mandatory !== undefined && mandatory.singleSupport !== null,
        enforcers: ofAxis.filter(isEnforcer).length,
        totalWeight: totalWeight(mappings),
        mandatoryWeight: mandatoryWeight(mappings),
      };
    }),
    rows: clauses.map((clause) => ({ clause, cells: axes.map((axis) => cellOf(clause, axis)) })),
    coverage: covering,
  };
}

type WeightShade = " " | "░" | "▒" | "▓" | "█";

/**
 * Returns the shade of a weight: none for 0, ░ up to 0.25, ▒ up to 0.5, ▓ up to 0.75, █ above. Weights
 * outside 0 to 1 are clamped.
 */
export function weightShade(weight: number): WeightShade {
  if (!(weight > 0)) return " ";
  if (weight <= 0.25) return "░";
  if (weight <= 0.5) return "▒";
  return weight <= 0.75 ? "▓" : "█";
}

/** Glyphs of the enforcements. */
export const enforcementGlyphs = {
  mandatory: "●",
  recommended: "◐",
  informational: "○",
} as const satisfies Readonly<Record<Enforcement, string>>;
