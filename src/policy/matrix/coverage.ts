import type { Axis } from "../policy.ts";
import { axes } from "../policy.ts";
import type { ReadableClause, ReadableMapping } from "./readable-mappings.ts";
import { asList, asNumber, asOneOf, ownField, readableClauses } from "./readable-mappings.ts";

/** A clause that carries an axis, with its mappings of it: one, or more where it maps the axis twice. */
export interface Carrier {
  readonly clause: ReadableClause;
  readonly mappings: readonly ReadableMapping[];
}

/**
 * How a mandatory axis stands: `enforced` by a mapping of enforcement mandatory that weighs something; `weightless`: so, but all its
 * mappings weigh 0; `not-enforced`: mapped, but never as mandatory; `uncovered`: mapped by no clause.
 */
export type AxisStanding = "enforced" | "weightless" | "not-enforced" | "uncovered";

export interface MandatoryAxis {
  readonly axis: Axis;
  /** JSON Pointer of its place in mandatory_axes. */
  readonly path: string;
  readonly standing: AxisStanding;
  /** Enforced or weightless: no rule of severity error has anything to say about it. */
  readonly isSatisfied: boolean;
  readonly carriers: readonly Carrier[];
  /** The one clause that carries it, or null: none does, or several. */
  readonly singleSupport: ReadableClause | null;
  /** The one clause that maps it as mandatory, or null: none does, or several. Without it the axis is not enforced. */
  readonly soleEnforcer: ReadableClause | null;
}

export interface Coverage {
  /** The axes that at least one clause maps, in their order. Their number is the coverage. */
  readonly covered: readonly Axis[];
  /** minimum_lambda_coverage; null: it cannot be read. */
  readonly minimum: number | null;
  /** Coverage minus minimum, negative below it. */
  readonly slack: number | null;
  /** In the order of mandatory_axes. */
  readonly mandatory: readonly MandatoryAxis[];
}

function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** The clauses that map an axis, in their order. */
export function carriersOf(clauses: readonly ReadableClause[], axis: Axis): readonly Carrier[] {
  return clauses
    .map((clause) => ({ clause, mappings: clause.mappings.filter((mapping) => mapping.axis === axis) }))
    .filter(({ mappings }) => mappings.length > 0);
}

function mandatoryAxis(clauses: readonly ReadableClause[], axis: Axis, path: string): MandatoryAxis {
  const carriers = carriersOf(clauses, axis);
  const enforcers = carriers.filter(({ mappings }) =>
    mappings.some(({ enforcement }) => enforcement === "mandatory"),
  );
  const isWeightless = carriers.every(({ mappings }) => mappings.every(({ weight }) => weight === 0));
  const isSatisfied = enforcers.length > 0;
  const lacking = carriers.length === 0 ? "uncovered" : "not-enforced";
  const met = isWeightless ? "weightless" : "enforced";
  return {
    axis,
    path,
    standing: isSatisfied ? met : lacking,
    isSatisfied,
    carriers,
    singleSupport: onlyOne(carriers)?.clause ?? null,
    soleEnforcer: onlyOne(enforcers)?.clause ?? null,
  };
}

/** Which axes the given clauses of a document cover, held against its thresholds. */
function coverageBy(clauses: readonly ReadableClause[], document: unknown): Coverage {
  const thresholds = ownField(document, "compliance_thresholds");
  const covered = axes.filter((axis) => carriersOf(clauses, axis).length > 0);
  const minimum = asNumber(ownField(thresholds, "minimum_lambda_coverage"));
  return {
    covered,
    minimum,
    slack: minimum === null ? null : covered.length - minimum,
    mandatory: asList(ownField(thresholds, "mandatory_axes")).flatMap((value, index) => {
      const axis = asOneOf(value, axes);
      return axis === null
        ? []
        : mandatoryAxis(clauses, axis, `/compliance_thresholds/mandatory_axes/${index}`);
    }),
  };
}

/** Which axes a policy covers, and what hangs on which clause. Takes any value: what cannot be read counts for nothing. */
export function coverage(document: unknown): Coverage {
  return coverageBy(readableClauses(document), document);
}

/** What a policy would lose with a clause. */
export interface ClauseLoss {
  /** Axes that nothing would map any more, in their order. */
  readonly uncovered: readonly Axis[];
  /** Mandatory axes that are satisfied with it and would not be without, in the order of mandatory_axes. */
  readonly unsatisfied: readonly Axis[];
  /** Whether coverage would fall below the minimum that it meets now. */
  readonly fallsBelowMinimum: boolean;
  readonly coverage: Coverage;
}

/** What would be lost without the clause at `index`; nothing where there is none. */
export function withoutClause(document: unknown, index: number): ClauseLoss {
  const clauses = readableClauses(document);
  const before = coverageBy(clauses, document);
  const after = coverageBy(
    clauses.filter((clause) => clause.index !== index),
    document,
  );
  return {
    uncovered: before.covered.filter((axis) => !after.covered.includes(axis)),
    unsatisfied: before.mandatory
      .filter(({ isSatisfied }, at) => isSatisfied && after.mandatory[at]?.isSatisfied === false)
      .map(({ axis }) => axis),
    fallsBelowMinimum: (before.slack ?? 0) >= 0 && (after.slack ?? 0) < 0,
    coverage: after,
  };
}
