import { exactWeight } from "../../text/weight-text.ts";
import type { Axis, Enforcement } from "../policy.ts";
import type { Coverage } from "./coverage.ts";

/** Weight and enforcement of a mapping; null if unreadable. */
export interface Weighed {
  readonly weight: number | null;
  readonly enforcement: Enforcement | null;
}

/** Returns the sum of the readable weights. */
export function totalWeight(mappings: readonly Weighed[]): number {
  const sum = mappings.reduce((total, { weight }) => total + (weight ?? 0), 0);
  return exactWeight(sum);
}

/** Returns the sum of the weights of mandatory mappings. */
export function mandatoryWeight(mappings: readonly Weighed[]): number {
  return totalWeight(mappings.filter(({ enforcement }) => enforcement === "mandatory"));
}

/** Mandatory axis of a policy with the smallest sum of mandatory weights. */
export interface Strength {
  readonly axis: Axis;
  /** Sum of the weights of the axis's mandatory mappings. */
  readonly weight: number;
}

/** Returns the weakest mandatory axis, on a tie the first in mandatory_axes; null if no axis is mandatory. */
export function strengthOf({ mandatory }: Pick<Coverage, "mandatory">): Strength | null {
  const strengths = mandatory.map(({ axis, carriers }): Strength => {
    return { axis, weight: mandatoryWeight(carriers.flatMap(({ mappings }) => mappings)) };
  });
  const [first, ...others] = strengths;
  if (first === undefined) return null;
  return others.reduce((least, other) => (other.weight < least.weight ? other : least), first);
}
