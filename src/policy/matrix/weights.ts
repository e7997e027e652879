import { exactWeight } from "../../text/weight-text.ts";
import type { Enforcement } from "../policy.ts";

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
