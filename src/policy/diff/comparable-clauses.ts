import {
  asList,
  asOneOf,
  ownField,
  type ReadableClause,
  type ReadableMapping,
  readableClauses,
} from "../matrix/readable-policy.ts";
import { type Axis, type AxisMapping, axes, axisLabels, type Clause } from "../policy.ts";
import type { Unknown } from "./change.ts";
import { matchByKey, matchClauses } from "./match-clauses.ts";

/** Maximum length of a list that is compared. */
export const maxItems = 200;

/** Document of a version, with the JSON Pointers of its invalid and missing values. */
export interface ComparedVersion {
  readonly value: unknown;
  readonly faulty: ReadonlySet<string>;
}

/** Default rationale; a missing one is no error. */
const noRationale = "";

/** Clause whose faulty fields are null. */
interface ValidClause extends ReadableClause {
  /** ID, even an invalid one, or the position. */
  readonly name: string;
  /** True if it has no text as its ID. */
  readonly isNameless: boolean;
  /** True if the mappings, or an axis in them, are unreadable. */
  readonly hasUnreadableAxis: boolean;
}

/**
 * Prepares the clauses of two versions for a comparison. Matches clauses as a diff does, and mappings by axis. A
 * value that is invalid in one version counts as equal. Clauses keep their indexes.
 */
export function comparableClauses(
  from: ComparedVersion,
  to: ComparedVersion,
): { readonly before: readonly Clause[]; readonly after: readonly Clause[]; readonly unknown: Unknown } {
  const older = sideOf(validClauses(from));
  const newer = sideOf(validClauses(to));
  const unknownAxes = new Set<Axis>();
  const { pairs, removed, added } = matchClauses(older.compared, newer.compared);
  for (const [at, to] of pairs) {
    const [old, now] = [older.valid[at], newer.valid[to]];
    if (old === undefined || now === undefined) continue;
    older.compared[at] = comparableClause(old, now, now.name);
    newer.compared[to] = comparableClause(now, old);
    for (const axis of uncertainAxes(old, now)) unknownAxes.add(axis);
  }
  older.unmatched = new Set(removed);
  newer.unmatched = new Set(added);
  settleUnmatched(newer, older, unknownAxes);
  settleUnmatched(older, newer, unknownAxes);
  return {
    before: older.compared,
    after: newer.compared,
    unknown: { axes: unknownAxes, older: older.unreadable, newer: newer.unreadable },
  };
}

/** Clauses of one version. */
interface Side {
  readonly valid: readonly ValidClause[];
  /** Comparable clauses, under the same indexes. */
  readonly compared: Clause[];
  /** Indexes of clauses missing in the other version. */
  unmatched: Set<number>;
  /** JSON Pointers of incomparable clauses. */
  readonly unreadable: Set<string>;
}

function sideOf(valid: readonly ValidClause[]): Side {
  return {
    valid,
    compared: valid.map((clause) => comparableClause(clause)),
    unmatched: new Set(),
    unreadable: new Set(),
  };
}

/**
 * Names the unnamed clauses: each takes the place of a clause only the other version has, at its index or the first.
 */
function settleUnmatched(own: Side, other: Side, unknownAxes: Set<Axis>): void {
  for (const index of own.unmatched) {
    const clause = own.valid[index];
    if (clause === undefined) continue;
    const [first = -1] = other.unmatched;
    const place = other.unmatched.has(index) ? index : first;
    const counterpart = other.compared[place];
    if (clause.isNameless && counterpart !== undefined) {
      own.compared[index] = counterpart;
      other.unmatched.delete(place);
      continue;
    }
    if (clause.isNameless) own.unreadable.add(clause.path);
    for (const axis of clause.isNameless ? axes : uncertainAxes(clause, null)) unknownAxes.add(axis);
  }
}

function validClauses({ value, faulty }: ComparedVersion): readonly ValidClause[] {
  const clauses = asList(ownField(value, "regulatory_clauses"));
  return readableClauses(value).map((clause, index) => {
    const { path, id, title, citation, fullRef, mappings } = clause;
    const valid = <Value>(at: string, read: Value) => (faulty.has(at) ? null : read);
    const list = asList(ownField(clauses[index], "lambda_axes"));
    const isComparable = list.length <= maxItems && !faulty.has(`${path}/lambda_axes`);
    return {
      ...clause,
      name: id ?? `clause ${index + 1}`,
      isNameless: id === null,
      id: valid(`${path}/clause_id`, id),
      title: valid(`${path}/title`, title),
      citation: valid(`${path}/citation`, citation),
      fullRef: valid(`${path}/full_ref`, fullRef),
      mappings: !isComparable
        ? []
        : mappings.map((mapping) => ({
            ...mapping,
            label: valid(`${mapping.path}/label`, mapping.label),
            weight: valid(`${mapping.path}/weight`, mapping.weight),
            enforcement: valid(`${mapping.path}/enforcement`, mapping.enforcement),
            rationale: valid(`${mapping.path}/rationale`, mapping.rationale ?? noRationale),
          })),
      hasUnreadableAxis: !isComparable || mappings.length < list.length,
    };
  });
}

/**
 * Returns a clause without its invalid values.
 * @param other same clause of the other version; its values replace invalid ones
 */
function comparableClause(own: ValidClause, other: ValidClause | null = null, name = own.name): Clause {
  return {
    clause_id: (other === null ? null : (own.id ?? other.id)) ?? name,
    title: own.title ?? other?.title ?? "",
    citation: own.citation ?? other?.citation ?? "",
    full_ref: own.fullRef ?? other?.fullRef ?? "",
    lambda_axes: withCounterparts(own, other).flatMap(([mapping, counterpart]) =>
      isKnown(mapping, counterpart, other) ? comparableMapping(mapping, counterpart) : [],
    ),
  };
}

type MappingPair = readonly [own: ReadableMapping, counterpart: ReadableMapping | null];

function withCounterparts(own: ValidClause, other: ValidClause | null): readonly MappingPair[] {
  const axesOf = (clause: ValidClause | null) => (clause?.mappings ?? []).map(({ axis }) => axis);
  const places = new Map(matchByKey(axesOf(own), axesOf(other)).pairs);
  return own.mappings.map((mapping, index) => [mapping, other?.mappings[places.get(index) ?? -1] ?? null]);
}

/** Returns false for a mapping with errors, or with a possibly unreadable counterpart. */
function isKnown(
  { weight, enforcement }: ReadableMapping,
  counterpart: ReadableMapping | null,
  other: ValidClause | null,
): boolean {
  if (counterpart !== null) return true;
  return weight !== null && enforcement !== null && other?.hasUnreadableAxis !== true;
}

function comparableMapping(own: ReadableMapping, other: ReadableMapping | null): AxisMapping {
  const { axis } = own;
  const rationale = own.rationale ?? other?.rationale ?? noRationale;
  return {
    axis,
    label: asOneOf(own.label ?? other?.label, Object.values(axisLabels)) ?? axisLabels[axis],
    weight: own.weight ?? other?.weight ?? 0,
    enforcement: own.enforcement ?? other?.enforcement ?? "informational",
    ...(rationale === noRationale ? {} : { rationale }),
  };
}

/** Returns the axes with unknown sums, because a mapping of the clause is unreadable. */
function uncertainAxes(own: ValidClause, other: ValidClause | null): readonly Axis[] {
  if (own.hasUnreadableAxis || other?.hasUnreadableAxis === true) return axes;
  const unknown = (one: ValidClause, another: ValidClause | null) =>
    withCounterparts(one, another).flatMap(([mapping, counterpart]) =>
      isKnown(mapping, counterpart, another) ? [] : mapping.axis,
    );
  return [...unknown(own, other), ...(other === null ? [] : unknown(other, own))];
}
