import type { Axis } from "../policy.ts";
import type { Coverage } from "./coverage.ts";
import type { ReadableMapping } from "./readable-policy.ts";

/** Mandatory axis of a policy with the smallest sum of mandatory weights. */
export interface Strength {
  readonly axis: Axis;
  /** Sum of the weights of the axis's mappings of enforcement mandatory. */
  readonly weight: number;
}

/** Returns the weakest mandatory axis, the first in mandatory_axes of equal ones; null if no axis is mandatory. */
export function strengthOf({ mandatory }: Pick<Coverage, "mandatory">): Strength | null {
  const strengths = mandatory.map(({ axis, carriers }): Strength => {
    return { axis, weight: mandatoryWeight(carriers.flatMap(({ mappings }) => mappings)) };
  });
  const [first, ...others] = strengths;
  if (first === undefined) return null;
  return others.reduce((least, other) => (other.weight < least.weight ? other : least), first);
}

/** Sums the weights of the mappings of enforcement mandatory. */
export function mandatoryWeight(
  mappings: readonly Pick<ReadableMapping, "weight" | "enforcement">[],
): number {
  return totalWeight(mappings.filter(({ enforcement }) => enforcement === "mandatory"));
}

/**
 * Sums the weights of mappings; an unreadable weight counts as 0. The sum is rounded to six decimals, so that equal
 * sums in another order are equal numbers.
 */
export function totalWeight(mappings: readonly Pick<ReadableMapping, "weight">[]): number {
  const sum = mappings.reduce((total, { weight }) => total + (weight ?? 0), 0);
  return Math.round(sum * 1e6) / 1e6;
}
