import type { Axis } from "../policy.ts";
import type { Coverage } from "./coverage.ts";
import { mandatoryWeight } from "./weights.ts";

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
