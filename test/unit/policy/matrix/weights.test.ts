import { describe, expect, it } from "vitest";
import { matrix } from "../../../../src/policy/matrix/matrix.ts";
import { mandatoryWeight, totalWeight } from "../../../../src/policy/matrix/weights.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

describe("sums of weights", () => {
  const mappings = [
    mapping("Λ1", 0.1, "mandatory"),
    mapping("Λ2", 0.2, "mandatory"),
    mapping("Λ3", 0.5, "informational"),
  ];

  it("is the same number in any order", () => {
    const weights = [0.1, 0.2, 0.3, 0.7].map((weight) => ({ weight, enforcement: null }));
    expect(totalWeight(weights)).toBe(1.3);
    expect(totalWeight(weights.toReversed())).toBe(1.3);
  });

  it("are exact to nine decimals, so that equal sums are equal", () => {
    expect(mandatoryWeight(mappings)).toBe(0.3);
    expect(totalWeight(mappings)).toBe(0.8);
  });

  it("ignore what cannot be read", () => {
    expect(totalWeight([{ weight: null, enforcement: "mandatory" }])).toBe(0);
    expect(mandatoryWeight([{ weight: 0.7, enforcement: null }])).toBe(0);
    expect(totalWeight([{ weight: 1e308, enforcement: "mandatory" }])).toBe(1e308);
  });

  it("are those of each axis in the matrix", () => {
    const { columns } = matrix(validPolicy());
    const sums = columns.map((column) => [column.enforcers, column.totalWeight, column.mandatoryWeight]);
    expect(sums.slice(0, 3)).toEqual([
      [1, 0.9, 0.9],
      [1, 1.4, 0.9],
      [1, 1.4, 0.9],
    ]);
    expect(columns.reduce((all, { enforcers }) => all + enforcers, 0)).toBe(8);
  });
});
