import type { Enforcement } from "../policy.ts";

/** Weight and enforcement of a mapping; a field is null if it is not readable. */
export interface Weighed {
  readonly weight: number | null;
  readonly enforcement: Enforcement | null;
}

/** Decimals that a sum of weights keeps: 0.1 + 0.2 must equal 0.3. */
const precision = 1e9;

/** Returns the sum of the readable weights. */
export function totalWeight(mappings: readonly Weighed[]): number {
  const sum = mappings.reduce((total, { weight }) => total + (weight ?? 0), 0);
  const rounded = Math.round(sum * precision) / precision;
  // Hostile weights may be too large to be rounded.
  return Number.isFinite(rounded) ? rounded : sum;
}

/** Returns the sum of the weights of mandatory mappings. */
export function mandatoryWeight(mappings: readonly Weighed[]): number {
  return totalWeight(mappings.filter(({ enforcement }) => enforcement === "mandatory"));
}

/** Formats a weight in at most five columns: `.65`, `1.9`, `12.3`, `-.5`, `2e+9`; `.05` for 0.05. */
export function weightText(weight: number): string {
  if (!(Math.abs(weight) < 1_000)) return Number.isFinite(weight) ? weight.toExponential(0) : "∞";
  const digits = Math.abs(weight) < 10 ? 2 : 1;
  const text = String(Number(weight.toFixed(digits)));
  return text.replace(/^(-?)0\./, "$1.");
}
