import { describe, expect, it } from "vitest";
import { coverage, withoutClause } from "../../../../src/policy/matrix/coverage.ts";
import { axes } from "../../../../src/policy/policy.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

describe("coverage", () => {
  it("counts distinct axes against the minimum", () => {
    const policy = validPolicy();
    expect(coverage(policy)).toMatchObject({ covered: axes, minimum: 10, slack: 0 });
    policy.compliance_thresholds.minimum_lambda_coverage = 6;
    expect(coverage(policy).slack).toBe(4);
    for (const clause of policy.regulatory_clauses) clause.lambda_axes = [mapping("Λ10"), mapping("Λ2")];
    expect(coverage(policy)).toMatchObject({ covered: ["Λ2", "Λ10"], slack: -4 });
  });

  it("names the clauses that carry a mandatory axis, with their mappings", () => {
    const [privacy] = coverage(validPolicy()).mandatory;
    expect(privacy).toMatchObject({
      axis: "Λ3",
      path: "/compliance_thresholds/mandatory_axes/0",
      standing: "enforced",
      isSatisfied: true,
      singleSupport: null,
      soleEnforcer: { id: "HC-164.300" },
    });
    expect(
      privacy?.carriers.map(({ clause, mappings }) => [clause.id, ...mappings.map(({ path }) => path)]),
    ).toEqual([
      ["HC-164.300", "/regulatory_clauses/0/lambda_axes/0"],
      ["HC-164.307", "/regulatory_clauses/7/lambda_axes/1"],
    ]);
  });

  it("knows the clause that alone carries an axis, also when it maps it twice", () => {
    const policy = validPolicy();
    policy.compliance_thresholds.mandatory_axes = ["Λ4"];
    policy.regulatory_clauses[4]!.lambda_axes.push(mapping("Λ4"));
    expect(coverage(policy).mandatory[0]).toMatchObject({
      singleSupport: { index: 4, id: "HC-164.304" },
      soleEnforcer: { index: 4 },
    });
  });

  it.each([
    ["enforced", true, [[0.1, "mandatory"]]],
    [
      "enforced",
      true,
      [
        [0, "mandatory"],
        [0.1, "recommended"],
      ],
    ],
    ["weightless", true, [[0, "mandatory"]]],
    ["not-enforced", false, [[1, "recommended"]]],
    [
      "not-enforced",
      false,
      [
        [0, "informational"],
        [0, "recommended"],
      ],
    ],
    ["uncovered", false, []],
  ] as const)("says how an axis stands: %s", (standing, isSatisfied, mappings) => {
    const policy = validPolicy();
    for (const clause of policy.regulatory_clauses) clause.lambda_axes = [mapping("Λ2")];
    for (const [index, [weight, enforcement]] of mappings.entries()) {
      policy.regulatory_clauses[index]!.lambda_axes.push(mapping("Λ1", weight, enforcement));
    }
    policy.compliance_thresholds.mandatory_axes = ["Λ1"];
    expect(coverage(policy).mandatory[0]).toMatchObject({ standing, isSatisfied });
  });

  it("of no policy is that nothing is covered", () => {
    for (const value of [null, undefined, 3, "text", [], {}, { regulatory_clauses: 3 }]) {
      expect(coverage(value)).toEqual({ covered: [], minimum: null, slack: null, mandatory: [] });
    }
  });

  it("reads the readable parts of thresholds that do not match the schema", () => {
    const thresholds = { minimum_lambda_coverage: "six", mandatory_axes: ["Λ1", 7, "Λ11", "Λ2"] };
    const { minimum, slack, mandatory } = coverage({ compliance_thresholds: thresholds });
    expect([minimum, slack]).toEqual([null, null]);
    expect(mandatory.map(({ axis, path }) => [axis, path])).toEqual([
      ["Λ1", "/compliance_thresholds/mandatory_axes/0"],
      ["Λ2", "/compliance_thresholds/mandatory_axes/3"],
    ]);
  });
});

describe("withoutClause", () => {
  it("returns the axes, enforcement and minimum that would be lost", () => {
    const loss = withoutClause(validPolicy(), 5);
    expect(loss).toMatchObject({ uncovered: ["Λ5", "Λ8"], unsatisfied: [], fallsBelowMinimum: true });
    expect(loss.coverage.covered).toHaveLength(8);
  });

  it("includes a mandatory axis that is still mapped, but no longer enforced", () => {
    const loss = withoutClause(validPolicy(), 0);
    expect(loss).toMatchObject({ uncovered: [], unsatisfied: ["Λ3"], fallsBelowMinimum: false });
    expect(loss.coverage.mandatory[0]?.standing).toBe("not-enforced");
  });

  it("excludes what is also missing with the clause", () => {
    const policy = validPolicy();
    policy.regulatory_clauses[0]!.lambda_axes[0]!.enforcement = "recommended";
    policy.regulatory_clauses[2]!.lambda_axes = [mapping("Λ6")];
    expect(withoutClause(policy, 0)).toMatchObject({ unsatisfied: [], fallsBelowMinimum: false });
  });

  it("keeps the places of the clauses behind it", () => {
    const axis = withoutClause(validPolicy(), 0).coverage.mandatory[0];
    expect(axis?.carriers.map(({ clause }) => clause.path)).toEqual(["/regulatory_clauses/7"]);
  });

  it("is no loss where there is no such clause", () => {
    const policy = validPolicy();
    expect(withoutClause(policy, 99)).toEqual({
      uncovered: [],
      unsatisfied: [],
      fallsBelowMinimum: false,
      coverage: coverage(policy),
    });
  });
});
