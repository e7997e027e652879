import type { Axis } from "../policy.ts";

/** Effect of a change on the requirements of a policy; `changed` for a neutral or unknown effect. */
export const directions = ["weakened", "strengthened", "changed"] as const;
export type Direction = (typeof directions)[number];

export type ChangeKind =
  | "field"
  | "meta"
  | "threshold"
  | "receipt-chain"
  | "clause-added"
  | "clause-removed"
  | "clause-renamed"
  | "clause-text"
  | "clauses-reordered"
  | "mapping-added"
  | "mapping-removed"
  | "mapping-label"
  | "mapping-rationale"
  | "mappings-reordered"
  | "weight"
  | "enforcement"
  | "axis-covered"
  | "axis-uncovered"
  | "axis-weight"
  | "axis-enforcers"
  | "mandatory-axis-added"
  | "mandatory-axis-removed"
  | "mandatory-axes-reordered"
  | "quorum"
  | "quorum-majority"
  | "node-added"
  | "node-removed"
  | "nodes-reordered";

/** Difference between two versions of a policy. */
export interface PolicyChange {
  readonly kind: ChangeKind;
  readonly direction: Direction;
  /** JSON Pointer into the old version; null if it has no such value. */
  readonly oldPath: string | null;
  /** JSON Pointer into the new version; null if it has no such value. */
  readonly newPath: string | null;
  /** Axis of a change of all its mappings together. */
  readonly axis?: Axis;
  /** Description on one line: `SR-164.312b: Λ7 (Auditability) weight 0.85 → 0.7`. */
  readonly text: string;
}

/** Counts changes by direction. */
export function countChanges(
  changes: readonly Pick<PolicyChange, "direction">[],
): Readonly<Record<Direction, number>> {
  const counts = { weakened: 0, strengthened: 0, changed: 0 };
  for (const { direction } of changes) counts[direction]++;
  return counts;
}

/** Values with errors, which a comparison of two versions must leave out. */
export interface Unknown {
  /** Axes whose sums and coverage are unknown. */
  readonly axes: ReadonlySet<Axis>;
  /** JSON Pointers of unreadable clauses of the older version. */
  readonly older: ReadonlySet<string>;
  /** JSON Pointers of unreadable clauses of the newer version. */
  readonly newer: ReadonlySet<string>;
}

/** Comparison of two versions without errors. */
export const nothingUnknown: Unknown = { axes: new Set(), older: new Set(), newer: new Set() };

/** Returns the changes without unknown values. */
export function knownChanges(
  changes: readonly PolicyChange[],
  { axes, older, newer }: Unknown,
): readonly PolicyChange[] {
  return changes.filter(
    ({ axis, oldPath, newPath }) =>
      (axis === undefined || !axes.has(axis)) &&
      (oldPath === null || !older.has(oldPath)) &&
      (newPath === null || !newer.has(newPath)),
  );
}
