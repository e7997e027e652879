import type { Axis, AxisLabel, Enforcement } from "../policy.ts";
import { axes, axisLabels, enforcements } from "../policy.ts";
import type { Coverage } from "./coverage.ts";
import { carriersOf, coverage } from "./coverage.ts";
import type { ReadableClause, ReadableMapping } from "./readable-mappings.ts";
import { readableClauses } from "./readable-mappings.ts";

/** What a clause says of an axis. */
export interface MatrixCell {
  /** The highest weight of its mappings; null: none can be read. */
  readonly weight: number | null;
  /** The strictest enforcement of its mappings; null: none can be read. */
  readonly enforcement: Enforcement | null;
  /** All of them, in the order of the document: one, unless the clause maps the axis twice. */
  readonly mappings: readonly [ReadableMapping, ...ReadableMapping[]];
}

export interface MatrixRow {
  readonly clause: ReadableClause;
  /** One for each column, in its order; null: the clause does not map the axis. */
  readonly cells: readonly (MatrixCell | null)[];
}

export interface MatrixColumn {
  readonly axis: Axis;
  readonly label: AxisLabel;
  readonly isMandatory: boolean;
  /** How many clauses map the axis. */
  readonly clauses: number;
  /** It is mandatory, and one clause alone carries it. */
  readonly hasSingleSupport: boolean;
}

/** Clauses by axes, as it is drawn anywhere: Λ1 to Λ10 from left to right, the clauses in the order of the document. */
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
    weight: weights.length === 0 ? null : Math.max(...weights),
    // Listed from the strictest on.
    enforcement:
      enforcements.find((word) => mappings.some(({ enforcement }) => enforcement === word)) ?? null,
    mappings,
  };
}

/** The matrix of a policy. Takes any value: of one the schema refuses it shows every mapping that can be read. */
export function matrix(document: unknown): PolicyMatrix {
  const clauses = readableClauses(document);
  const covering = coverage(document);
  return {
    columns: axes.map((axis) => {
      const mandatory = covering.mandatory.find((one) => one.axis === axis);
      return {
        axis,
        label: axisLabels[axis],
        isMandatory: mandatory !== undefined,
        clauses: carriersOf(clauses, axis).length,
        hasSingleSupport: mandatory !== undefined && mandatory.singleSupport !== null,
      };
    }),
    rows: clauses.map((clause) => ({ clause, cells: axes.map((axis) => cellOf(clause, axis)) })),
    coverage: covering,
  };
}

export type WeightShade = " " | "░" | "▒" | "▓" | "█";

/**
 * A weight as a shade, a quarter each: none for 0, ░ up to 0.25, ▒ up to 0.5, ▓ up to 0.75, █ above. What lies outside 0 to 1 is
 * drawn as the nearer end.
 */
export function weightShade(weight: number): WeightShade {
  if (!(weight > 0)) return " ";
  if (weight <= 0.25) return "░";
  if (weight <= 0.5) return "▒";
  return weight <= 0.75 ? "▓" : "█";
}

/** ● mandatory, ◐ recommended, ○ informational. */
export const enforcementGlyphs = {
  mandatory: "●",
  recommended: "◐",
  informational: "○",
} as const satisfies Readonly<Record<Enforcement, string>>;
