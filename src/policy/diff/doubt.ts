import type { Axis } from "../policy.ts";
import type { PolicyChange } from "./change.ts";

/** Claims of a comparison that faulty values leave open. */
export interface Doubt {
  /** Axes whose sums and coverage are unknown. */
  readonly axes: ReadonlySet<Axis>;
  /** JSON Pointers of unknown clauses of the older version. */
  readonly older: ReadonlySet<string>;
  /** JSON Pointers of unknown clauses of the newer version. */
  readonly newer: ReadonlySet<string>;
}

/** Doubt of a comparison of two versions without faulty values. */
export const noDoubt: Doubt = { axes: new Set(), older: new Set(), newer: new Set() };

/** Returns the changes that are certain. */
export function certainChanges(
  changes: readonly PolicyChange[],
  { axes, older, newer }: Doubt,
): readonly PolicyChange[] {
  return changes.filter(
    ({ axis, oldPath, newPath }) =>
      (axis === undefined || !axes.has(axis)) &&
      (oldPath === null || !older.has(oldPath)) &&
      (newPath === null || !newer.has(newPath)),
  );
}
