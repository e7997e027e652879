import { nearest } from "../../text/nearest.ts";
import { childPointer } from "../json-pointer.ts";
import type { Axis } from "../policy.ts";
import { matchByKey } from "./match-clauses.ts";

/** Maximum length of a list that is compared. */
export const maxItems = 200;

/** Faulty values of a document, and what stays unknown without them. */
export interface Mend {
  /** JSON Pointers of faulty and missing values. */
  readonly faulty: ReadonlySet<string>;
  /** Axes of unknown sums; added to. */
  readonly unknownAxes: Set<Axis>;
  /** JSON Pointers of unknown clauses; added to. */
  readonly unknownClauses: Set<string>;
}

/** Replaces the faulty fields of an object; one that the other version does not have is left out. */
export function mendedFields<Fields extends object>(
  { faulty }: Mend,
  path: string,
  fields: Fields,
  other: Fields,
): Fields {
  const isFaulty = (key: string) => faulty.has(childPointer(path, key));
  return Object.fromEntries([
    ...Object.entries(fields).filter(([key]) => !isFaulty(key)),
    ...Object.entries(other).filter(([key]) => isFaulty(key)),
  ]) as Fields;
}

/**
 * Gives faulty elements the elements of the other version that this one lacks: that at the same index, else the first.
 * @param missing indexes of the elements of the other version that this one lacks
 */
export function counterparts(
  faulty: readonly number[],
  missing: readonly number[],
): ReadonlyMap<number, number> {
  const left = new Set(missing);
  const found = new Map<number, number>();
  const give = (index: number, other: number | undefined) => {
    if (other !== undefined && left.delete(other)) found.set(index, other);
  };
  for (const index of faulty) give(index, index);
  for (const index of faulty) if (!found.has(index)) give(index, [...left][0]);
  return found;
}

/** Replaces the faulty names of a list, first by the nearest spelling, and leaves out those of no counterpart. */
export function mendedNames<Name extends string>(
  { faulty }: Mend,
  path: string,
  now: readonly Name[],
  old: readonly Name[],
): readonly Name[] {
  if (now.length > maxItems) return old;
  const indexes = [...now.keys()];
  const faultyIndexes = indexes.filter((index) => faulty.has(`${path}/${index}`));
  const sound = now.filter((_, index) => !faultyIndexes.includes(index));
  const missing = new Set(matchByKey(old, sound).removed);
  const others = new Map<number, number>();
  for (const index of faultyIndexes) {
    const name: unknown = now[index];
    const near =
      typeof name === "string"
        ? nearest(
            name,
            [...missing].flatMap((each) => old[each] ?? []),
          )
        : null;
    const other = [...missing].find((each) => old[each] === near);
    if (other !== undefined && missing.delete(other)) others.set(index, other);
  }
  const left = faultyIndexes.filter((index) => !others.has(index));
  for (const [index, other] of counterparts(left, [...missing])) others.set(index, other);
  return now.flatMap((name, index) =>
    faultyIndexes.includes(index) ? (old[others.get(index) ?? -1] ?? []) : name,
  );
}
