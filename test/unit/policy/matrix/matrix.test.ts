import { describe, expect, it } from "vitest";
import { enforcementGlyphs, matrix, weightShade } from "../../../../src/policy/matrix/matrix.ts";
import type { Enforcement } from "../../../../src/policy/policy.ts";
import { axes, axisLabels } from "../../../../src/policy/policy.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

describe("matrix", () => {
  it("has a row for each clause and a column for each axis, and a cell where they meet", () => {
    const policy = validPolicy();
    const { rows, columns } = matrix(policy);
    expect(columns.map(({ axis, label }) => [axis, label])).toEqual(
      axes.map((axis) => [axis, axisLabels[axis]]),
    );
    expect(rows.map(({ clause }) => clause.id)).toEqual(
      policy.regulatory_clauses.map(({ clause_id: id }) => id),
    );
    const glyph = (enforcement: Enforcement | null | undefined) =>
      enforcement ? enforcementGlyphs[enforcement] : "·";
    const drawn = rows.map(({ cells }) => cells.map((cell) => glyph(cell?.enforcement)).join(""));
    expect(drawn).toEqual([
      "··●··◐····",
      "·····●◐···",
      "●·······◐·",
      "·●········",
      "···●······",
      "····●··◐··",
      "·◐····●···",
      "··◐······●",
    ]);
  });

  it("counts the clauses of an axis, marks the mandatory ones and those that hang on one clause", () => {
    const policy = validPolicy();
    policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ4"];
    const columns = matrix(policy).columns.map(({ axis, clauses, isMandatory, hasSingleSupport }) =>
      [axis, clauses, isMandatory ? "!" : "", hasSingleSupport ? "¹" : ""].join(" "),
    );
    expect(columns).toEqual([
      "Λ1 1  ",
      "Λ2 2  ",
      "Λ3 2 ! ",
      "Λ4 1 ! ¹",
      "Λ5 1  ",
      "Λ6 2  ",
      "Λ7 2  ",
      "Λ8 1  ",
      "Λ9 1  ",
      "Λ10 1  ",
    ]);
  });

  it("keeps all mappings of an axis a clause maps twice, and draws the heaviest and the strictest", () => {
    const policy = validPolicy();
    policy.regulatory_clauses[0]!.lambda_axes = [
      mapping("Λ6", 0.7, "informational"),
      mapping("Λ1"),
      mapping("Λ6", 0.2, "mandatory"),
    ];
    const cell = matrix(policy).rows[0]?.cells[5];
    expect(cell).toMatchObject({ weight: 0.7, enforcement: "mandatory" });
    expect(cell?.mappings.map(({ path }) => path)).toEqual([
      "/regulatory_clauses/0/lambda_axes/0",
      "/regulatory_clauses/0/lambda_axes/2",
    ]);
    expect(matrix(policy).columns[5]?.clauses).toBe(2);
  });

  it("shows what can be read of a document the schema refuses", () => {
    const refused = { regulatory_clauses: [{ clause_id: "AB-1", lambda_axes: [{ axis: "Λ2" }, 5] }, null] };
    const { rows, columns, coverage } = matrix(refused);
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== null).length)).toEqual([1, 0]);
    expect(rows[0]?.cells[1]).toMatchObject({ weight: null, enforcement: null });
    expect(columns[1]?.clauses).toBe(1);
    expect(coverage.covered).toEqual(["Λ2"]);
  });

  it("has columns and no rows for a value that is not a policy", () => {
    const { rows, columns } = matrix(null);
    expect([rows, columns.length]).toEqual([[], 10]);
  });
});

describe("weightShade", () => {
  it.each([
    [0, " "],
    [-1, " "],
    [Number.NaN, " "],
    [Number.MIN_VALUE, "░"],
    [0.25, "░"],
    [0.26, "▒"],
    [0.5, "▒"],
    [0.51, "▓"],
    [0.75, "▓"],
    [0.76, "█"],
    [1, "█"],
    [7, "█"],
  ])("of %j is %j", (weight, shade) => {
    expect(weightShade(weight)).toBe(shade);
  });
});
