import type { Axis } from "../policy.ts";
import { axes } from "../policy.ts";
import type { ReadableClause, ReadableMapping, ReadablePolicy } from "./readable-policy.ts";
import { clauseName, readablePolicy } from "./readable-policy.ts";

/** Clause with its mappings of an axis: several if the clause repeats the axis. */
export interface Carrier {
  readonly clause: ReadableClause;
  readonly mappings: readonly ReadableMapping[];
}

/**
 * State of a mandatory axis. `enforced`: a mapping of it has enforcement mandatory. `weightless`: enforced,
 * but all its mappings weigh 0. `not-enforced`: mapped, but never as mandatory. `uncovered`: mapped by no
 * clause.
 */
export type AxisStanding = "enforced" | "weightless" | "not-enforced" | "uncovered";

export interface MandatoryAxis {
  readonly axis: Axis;
  /** JSON Pointer of the axis in mandatory_axes. */
  readonly path: string;
  readonly standing: AxisStanding;
  /** True for `enforced` and `weightless`: no rule reports them as errors. */
  readonly isSatisfied: boolean;
  readonly carriers: readonly Carrier[];
  /** The only clause that maps the axis; null if none or several do. */
  readonly singleSupport: ReadableClause | null;
  /** The only clause with a mandatory mapping of the axis; null if none or several have one. */
  readonly soleEnforcer: ReadableClause | null;
}

export interface Coverage {
  /** Axes mapped by at least one clause, in the order Λ1 to Λ10. Their number is the coverage. */
  readonly covered: readonly Axis[];
  /** minimum_lambda_coverage; null if it is not a finite number. */
  readonly minimum: number | null;
  /** Coverage minus minimum, negative below it; null without a minimum. */
  readonly slack: number | null;
  /** Mandatory axes, in the order of mandatory_axes. */
  readonly mandatory: readonly MandatoryAxis[];
}

function onlyClause(carriers: readonly Carrier[]): ReadableClause | null {
  return carriers.length === 1 ? (carriers[0]?.clause ?? null) : null;
}

/** Returns true if the clause has a mandatory mapping of the axis. */
export function isEnforcer({ mappings }: Carrier): boolean {
  return mappings.some(({ enforcement }) => enforcement === "mandatory");
}

/** Joins the names of the clauses, each once: `SR-164.308a1, SR-164.312b`. */
export function carrierNames(carriers: readonly Carrier[]): string {
  return [...new Set(carriers.map(({ clause }) => clauseName(clause)))].join(", ");
}

/** Returns true if every mapping of an axis has weight 0, or there is none. */
export function isWeightless(carriers: readonly Carrier[]): boolean {
  return carriers.every(({ mappings }) => mappings.every(({ weight }) => weight === 0));
}

/** Groups mappings by axis and clause, in document order. An axis that no clause maps has no entry. */
export function carriersByAxis(clauses: readonly ReadableClause[]): ReadonlyMap<Axis, readonly Carrier[]> {
  const carriers = new Map<Axis, { clause: ReadableClause; mappings: ReadableMapping[] }[]>();
  for (const clause of clauses) {
    for (const mapping of clause.mappings) {
      const ofAxis = carriers.get(mapping.axis);
      const last = ofAxis?.at(-1);
      if (last?.clause === clause) last.mappings.push(mapping);
      else if (ofAxis === undefined) carriers.set(mapping.axis, [{ clause, mappings: [mapping] }]);
      else ofAxis.push({ clause, mappings: [mapping] });
    }
  }
  return carriers;
}

function mandatoryAxis(carriers: readonly Carrier[], axis: Axis, path: string): MandatoryAxis {
  const enforcers = carriers.filter(isEnforcer);
  const isSatisfied = enforcers.length > 0;
  const lacking = carriers.length === 0 ? "uncovered" : "not-enforced";
  const met = isWeightless(carriers) ? "weightless" : "enforced";
  return {
    axis,
    path,
    standing: isSatisfied ? met : lacking,
    isSatisfied,
    carriers,
    singleSupport: onlyClause(carriers),
    soleEnforcer: onlyClause(enforcers),
  };
}

/** Returns the coverage of a readable policy. */
export function coverageOf({ clauses, minimum, mandatoryAxes }: ReadablePolicy): Coverage {
  const carriers = carriersByAxis(clauses);
  const covered = axes.filter((axis) => carriers.has(axis));
  return {
    covered,
    minimum,
    slack: minimum === null ? null : covered.length - minimum,
    mandatory: mandatoryAxes.map(({ axis, path }) => mandatoryAxis(carriers.get(axis) ?? [], axis, path)),
  };
}

/** Returns the coverage of a document. Accepts any value and ignores unreadable parts. */
export function coverage(document: unknown): Coverage {
  return coverageOf(readablePolicy(document));
}

/** Coverage that a policy would lose with a clause. */
export interface ClauseLoss {
  /** Axes that no other clause maps, in the order Λ1 to Λ10. */
  readonly uncovered: readonly Axis[];
  /** Mandatory axes satisfied only with the clause, in the order of mandatory_axes. */
  readonly unsatisfied: readonly Axis[];
  /** True if the coverage meets the minimum only with the clause. */
  readonly fallsBelowMinimum: boolean;
  /** Coverage without the clause. */
  readonly coverage: Coverage;
}

/** Returns the coverage lost without the clause at `index`; none if there is no such clause. */
export function withoutClause(document: unknown, index: number): ClauseLoss {
  const policy = readablePolicy(document);
  return lossOf(policy, coverageOf(policy), index);
}

/** Computes `withoutClause` from a readable policy and its coverage. */
export function lossOf(policy: ReadablePolicy, before: Coverage, index: number): ClauseLoss {
  const clauses = policy.clauses.filter((clause) => clause.index !== index);
  const after = coverageOf({ ...policy, clauses });
  return {
    uncovered: before.covered.filter((axis) => !after.covered.includes(axis)),
    unsatisfied: before.mandatory
      .filter(({ isSatisfied }, at) => isSatisfied && after.mandatory[at]?.isSatisfied === false)
      .map(({ axis }) => axis),
    fallsBelowMinimum: (before.slack ?? 0) >= 0 && (after.slack ?? 0) < 0,
    coverage: after,
  };
}
