import { pointerSegments } from "../json-pointer.ts";
import { ownField } from "../matrix/readable-policy.ts";
import { type AxisMapping, type Clause, axes } from "../policy.ts";
import { fieldText, generalFieldOf } from "../review/general-provisions.ts";
import { type AxisDirection, axisDirections } from "./axis-directions.ts";
import {
  countChanges,
  type Direction,
  directions,
  knownChanges,
  nothingUnknown,
  type PolicyChange,
} from "./change.ts";
import { diffByAxis } from "./diff-by-axis.ts";
import { type ComparedPolicy, diffPolicies } from "./diff-policies.ts";
import { matchClauses } from "./match-clauses.ts";

/** Change with its cell in the matrix of the newer version. */
export interface PlacedChange extends Omit<PolicyChange, "axis"> {
  /** Index of the clause; null for a change outside the clauses or in a removed clause. */
  readonly clause: number | null;
  /** Index of the column; null if the change is in none. */
  readonly axis: number | null;
  /** JSON Pointer of the changed field of the general provisions; null for other changes. */
  readonly field: string | null;
}

/** Field of the general provisions that differs. */
export interface ChangedField {
  /** JSON Pointer of the field. */
  readonly path: string;
  /** Weakened if any change is, else strengthened if any is. */
  readonly direction: Direction;
  /** Value in the older version, or null. */
  readonly was: string | null;
}

/** Cell of the newer version that differs. */
export interface ChangedCell {
  readonly clause: number;
  readonly axis: number;
  /** Weakened if any change is, else strengthened if any is. */
  readonly direction: Direction;
  /** Mapping in the older version, or null. */
  readonly was: Pick<AxisMapping, "weight" | "enforcement"> | null;
}

/** Differences between two versions, with their cells. */
export interface PlacedDiff {
  /** `axis` for policies of different verticals, which share no clauses. */
  readonly by: "clause" | "axis";
  readonly counts: Readonly<Record<Direction, number>>;
  readonly changes: readonly PlacedChange[];
  readonly cells: readonly ChangedCell[];
  readonly fields: readonly ChangedField[];
  /** Clauses that only the older version has. */
  readonly removed: readonly Pick<Clause, "clause_id" | "title">[];
  /** Differences of the axes Λ1 to Λ10. */
  readonly axes: readonly AxisDirection[];
}

/** Compares two versions like `diffPolicies`, and places the known changes in the matrix of the newer one. */
export function placedDiff(
  before: ComparedPolicy,
  after: ComparedPolicy,
  unknown = nothingUnknown,
): PlacedDiff {
  const [older, newer] = [before.regulatory_clauses, after.regulatory_clauses];
  const { pairs, removed } = matchClauses(older, newer);
  const oldIndexes = new Map(pairs.map(([from, to]) => [to, from]));
  const known = knownChanges(diffPolicies(before, after).changes, unknown);
  const changes = placedChanges(known, before, after, new Map(pairs));
  return {
    by: "clause",
    counts: countChanges(changes),
    changes,
    cells: changedCells(changes, newer, (clause) => older[oldIndexes.get(clause) ?? -1]),
    fields: changedFields(changes, before),
    removed: removed
      .filter((index) => !unknown.older.has(`/regulatory_clauses/${index}`))
      .flatMap((index) => older[index] ?? [])
      .map(({ clause_id, title }) => ({ clause_id, title })),
    axes: axisDirections(before, after, unknown.axes),
  };
}

/** Compares policies of different verticals like `diffByAxis`, and places the known changes at the heads of the axes. */
export function placedByAxis(
  before: ComparedPolicy,
  after: ComparedPolicy,
  unknown = nothingUnknown,
): PlacedDiff {
  const known = knownChanges(diffByAxis(before, after).changes, unknown);
  const changes = placedChanges(known, before, after, new Map());
  return {
    by: "axis",
    counts: countChanges(changes),
    changes,
    cells: [],
    fields: changedFields(changes, before),
    removed: [],
    axes: axisDirections(before, after, unknown.axes),
  };
}

/** @param newIndexes clause indexes of the newer version by those of the older one */
function placedChanges(
  changes: readonly PolicyChange[],
  before: ComparedPolicy,
  after: ComparedPolicy,
  newIndexes: ReadonlyMap<number, number>,
): readonly PlacedChange[] {
  const [older, newer] = [before.regulatory_clauses, after.regulatory_clauses];
  return changes.map((change): PlacedChange => {
    const isGone = change.newPath === null;
    const pointer = change.newPath ?? change.oldPath ?? "";
    const path = pointerSegments(pointer);
    const field = generalFieldOf(pointer);
    const [section, first, list, second] = path;
    if (section === "compliance_thresholds" && first === "mandatory_axes" && list !== undefined) {
      const names = (isGone ? before : after).compliance_thresholds.mandatory_axes;
      return { ...change, clause: null, axis: columnOf(names[Number(list)]), field };
    }
    if (section !== "regulatory_clauses" || first === undefined)
      return { ...change, clause: null, axis: columnOf(change.axis), field };
    const index = Number(first);
    const mapping = (isGone ? older : newer)[index]?.lambda_axes[Number(second)];
    const axis = list === "lambda_axes" ? columnOf(mapping?.axis) : null;
    return { ...change, clause: isGone ? (newIndexes.get(index) ?? null) : index, axis, field };
  });
}

function columnOf(axis: string | undefined): number | null {
  const column = axes.findIndex((name) => name === axis);
  return column === -1 ? null : column;
}

function changedCells(
  changes: readonly PlacedChange[],
  newer: readonly Clause[],
  olderOf: (clause: number) => Clause | undefined,
): readonly ChangedCell[] {
  const cells = new Map<string, ChangedCell>();
  const add = (clause: number, axis: number, direction: Direction) => {
    const key = `${clause} ${axis}`;
    const known = cells.get(key);
    const worst = known === undefined ? direction : worse(known.direction, direction);
    const was = olderOf(clause)?.lambda_axes.find((mapping) => columnOf(mapping.axis) === axis);
    cells.set(key, {
      clause,
      axis,
      direction: worst,
      was: was === undefined ? null : { weight: was.weight, enforcement: was.enforcement },
    });
  };
  for (const { clause, axis, direction, kind } of changes) {
    if (clause === null) continue;
    if (axis !== null) add(clause, axis, direction);
    if (kind !== "clause-added") continue;
    for (const mapping of newer[clause]?.lambda_axes ?? [])
      add(clause, columnOf(mapping.axis) ?? 0, direction);
  }
  return [...cells.values()];
}

function changedFields(changes: readonly PlacedChange[], before: ComparedPolicy): readonly ChangedField[] {
  const fields = new Map<string, ChangedField>();
  for (const { field: path, direction } of changes) {
    if (path === null) continue;
    const known = fields.get(path);
    const was = pointerSegments(path).reduce<unknown>(ownField, before);
    fields.set(path, {
      path,
      direction: known === undefined ? direction : worse(known.direction, direction),
      was: was === undefined ? null : fieldText(was),
    });
  }
  return [...fields.values()];
}

/**
 * Returns the direction of an axis over all clauses, including its mandatory flag: weaker if any change is, else
 * stronger if any is. Null without a change.
 */
export function directionOfAxis(changes: readonly PlacedChange[], column: number): Direction | null {
  const found = changes.filter(({ clause, axis }) => clause === null && axis === column);
  return directions.find((one) => found.some(({ direction }) => direction === one)) ?? null;
}

/** Returns the direction of a clause's cell, or null. */
export function directionOfCell(
  cells: readonly ChangedCell[],
  row: number,
  column: number,
): Direction | null {
  return cells.find(({ clause, axis }) => clause === row && axis === column)?.direction ?? null;
}

const ranks: Readonly<Record<Direction, number>> = { weakened: 0, strengthened: 1, changed: 2 };

function worse(one: Direction, other: Direction): Direction {
  return ranks[one] <= ranks[other] ? one : other;
}
