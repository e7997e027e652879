import { expect, test } from "vitest";
import { coverage } from "../../../../src/policy/matrix/coverage.ts";
import { coverageWords, standingWords } from "../../../../src/policy/report/coverage-words.ts";
import { coverageJson } from "../../../../src/policy/report/matrix-json.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

test("coverage has its minimum and slack", () => {
  const policy = validPolicy();
  expect(coverageWords(coverage(policy))).toBe("10 of 10 axes, minimum 10, slack 0");
  policy.compliance_thresholds.minimum_lambda_coverage = 7;
  expect(coverageWords(coverage(policy))).toBe("10 of 10 axes, minimum 7, slack 3");
  policy.compliance_thresholds.minimum_lambda_coverage = 12;
  expect(coverageWords(coverage(policy))).toBe("10 of 10 axes, minimum 12, 2 axes short");
  expect(coverageWords(coverage({}))).toBe("0 of 10 axes, minimum unknown");
});

test("a mandatory axis has the clauses it depends on", () => {
  const policy = validPolicy();
  policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ4", "Λ9", "Λ10", "Λ2", "Λ1"];
  policy.regulatory_clauses[3]!.lambda_axes = [mapping("Λ2", 0, "mandatory")];
  policy.regulatory_clauses[6]!.lambda_axes = [mapping("Λ7")];
  policy.regulatory_clauses[7]!.lambda_axes = [mapping("Λ3")];
  const told = coverage(policy).mandatory.map((axis) => `${axis.axis} ${standingWords(axis)}`);
  expect(told).toEqual([
    "Λ3 enforced by HC-164.300 alone, mapped by HC-164.300, HC-164.307",
    "Λ4 enforced by HC-164.304 alone",
    "Λ9 mapped, but by no clause as mandatory: HC-164.302",
    "Λ10 mapped by no clause",
    "Λ2 enforced, but without weight, by HC-164.303 alone",
    "Λ1 enforced by HC-164.302 alone",
  ]);
  policy.regulatory_clauses[7]!.lambda_axes = [mapping("Λ3", 1, "mandatory")];
  expect(standingWords(coverage(policy).mandatory[0]!)).toBe("enforced by HC-164.300, HC-164.307");
  policy.regulatory_clauses[3]!.lambda_axes = [mapping("Λ3", 0.5, "recommended")];
  expect(standingWords(coverage(policy).mandatory[0]!)).toBe(
    "enforced by HC-164.300, HC-164.307; mapped by HC-164.303 too",
  );
});

test("a program reads the same, with ids", () => {
  expect(coverageJson(coverage(validPolicy()))).toMatchObject({
    minimum: 10,
    slack: 0,
    mandatory: [
      {
        axis: "Λ3",
        standing: "enforced",
        clauses: ["HC-164.300", "HC-164.307"],
        singleSupport: null,
        soleEnforcer: "HC-164.300",
      },
      {},
      {},
    ],
  });
});
