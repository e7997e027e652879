import { plural } from "../../text/numbers.ts";
import { sumText } from "../../text/weight-text.ts";
import { type Carrier, type Coverage, isEnforcer, type MandatoryAxis } from "../matrix/coverage.ts";
import type { MatrixColumn } from "../matrix/matrix.ts";
import { clauseName } from "../matrix/readable-policy.ts";
import { strengthOf } from "../matrix/weights.ts";

/** Formats a coverage: `9 of 10 axes, minimum 6, slack 3`. */
export function coverageWords({ covered, minimum, slack }: Coverage): string {
  const axes = `${covered.length} of 10 axes`;
  if (minimum === null || slack === null) return `${axes}, minimum unknown`;
  return `${axes}, minimum ${minimum}, ${slack < 0 ? `${plural(-slack, "axis", "axes")} short` : `slack ${slack}`}`;
}

/** Formats the coverage and the strength in sentences. */
export function coverageSentences(coverage: Coverage): string {
  const covers = `Coverage: ${coverageWords(coverage)}.`;
  const strength = strengthOf(coverage);
  if (strength === null) return covers;
  const { weight, axis } = strength;
  return `${covers} Strength: ${sumText(weight)} at ${axis}, the smallest mandatory weight of a mandatory axis.`;
}

/** Formats the sum of the mandatory weights of an axis; a dash if no clause maps it. */
export function mandatoryWeightText({ clauses, mandatoryWeight }: MatrixColumn): string {
  return clauses === 0 ? "—" : sumText(mandatoryWeight);
}

/** Describes the state of a mandatory axis: `enforced by HIPAA-164.312b alone`. */
export function standingWords({ standing, carriers, singleSupport, soleEnforcer }: MandatoryAxis): string {
  const namesOf = (some: readonly Carrier[]) => some.map(({ clause }) => clauseName(clause)).join(", ");
  const names = namesOf(carriers);
  switch (standing) {
    case "uncovered":
      return "mapped by no clause";
    case "not-enforced":
      return `mapped, but by no clause as mandatory: ${names}`;
    case "weightless":
    case "enforced": {
      const word = standing === "enforced" ? "enforced" : "enforced, but without weight,";
      if (singleSupport !== null) return `${word} by ${clauseName(singleSupport)} alone`;
      if (soleEnforcer !== null) return `${word} by ${clauseName(soleEnforcer)} alone, mapped by ${names}`;
      const others = carriers.filter((carrier) => !isEnforcer(carrier));
      const enforcers = `${word} by ${namesOf(carriers.filter(isEnforcer))}`;
      return others.length === 0 ? enforcers : `${enforcers}; mapped by ${namesOf(others)} too`;
    }
  }
}
