import { expect, it } from "vitest";
import { axisDirections } from "../../../../src/policy/diff/axis-directions.ts";
import { axes } from "../../../../src/policy/policy.ts";
import { mapping, type TestPolicy, validPolicy } from "../../../support/policy/valid-policy.ts";

/** Returns the axes that differ after a change: `Λ1 weakened`. */
function directions(change: (policy: TestPolicy) => void): readonly string[] {
  const after = validPolicy();
  change(after);
  return axisDirections(validPolicy(), after).flatMap((direction, index) =>
    direction === null ? [] : [`${axes[index]} ${direction}`],
  );
}

const first = (policy: TestPolicy) => policy.regulatory_clauses[0]!.lambda_axes[0]!;
const axisOfFirst = first(validPolicy()).axis;

it("compares the mandatory weights of each axis", () => {
  expect(directions(() => {})).toEqual([]);
  expect(directions((policy) => void (first(policy).weight = 0.1))).toEqual([`${axisOfFirst} weakened`]);
  expect(directions((policy) => void (first(policy).enforcement = "recommended"))).toEqual([
    `${axisOfFirst} weakened`,
  ]);
  expect(
    directions((policy) => {
      policy.regulatory_clauses[1]!.lambda_axes.push({ ...mapping("Λ9"), enforcement: "mandatory" });
    }),
  ).toEqual(["Λ9 strengthened"]);
});

it("compares the axes of a removed clause", () => {
  const gone = validPolicy().regulatory_clauses[0]!.lambda_axes.filter(
    ({ enforcement }) => enforcement === "mandatory",
  );
  expect(directions((policy) => void policy.regulatory_clauses.shift())).toEqual(
    axes.filter((axis) => gone.some((one) => one.axis === axis)).map((axis) => `${axis} weakened`),
  );
});

it("has an axis that is no longer mandatory as weaker, whatever its weight", () => {
  const { mandatory_axes: names } = validPolicy().compliance_thresholds;
  expect(
    directions((policy) => {
      policy.compliance_thresholds.mandatory_axes = names.slice(1);
      policy.regulatory_clauses[0]!.lambda_axes.push(mapping(names[0]!));
    }),
  ).toContain(`${names[0]} weakened`);
});
