import { describe, expect, it } from "vitest";
import { hasMajority, isAtLeast, parseQuorum } from "../../../../src/policy/fields/quorum.ts";
import { seededRandom } from "../../../support/random.ts";

describe("parseQuorum", () => {
  it.each([
    ["2-of-3", "2", "3"],
    ["007-of-010", "7", "10"],
    ["0-of-000", "0", "0"],
    ["10-of-100", "10", "100"],
  ])("of %s needs %s of %s", (field, needed, total) => {
    expect(parseQuorum(field)).toEqual({ needed, total });
  });
});

describe("isAtLeast", () => {
  it("agrees with whole numbers of any size", () => {
    const random = seededRandom(7);
    const digits = () => Array.from({ length: 1 + random.below(25) }, () => random.below(10)).join("");
    for (let round = 0; round < 5000; round++) {
      const other = digits();
      // Half of the time numbers close to each other, where the comparison is decided late.
      const near = String(BigInt(other) * BigInt(1 + random.below(2)) + BigInt(random.below(3)) - 1n);
      const count = random.below(2) === 0 || near.startsWith("-") ? digits() : near;
      for (const times of [1, 2] as const) {
        const expected = BigInt(count) >= BigInt(times) * BigInt(other);
        expect(isAtLeast(count, other, times), `${count} >= ${times} * ${other}`).toBe(expected);
      }
    }
  });
});

describe("hasMajority", () => {
  it.each([
    ["2-of-3", true],
    ["1-of-2", false],
    ["2-of-4", false],
    ["3-of-4", true],
    ["0-of-0", false],
    ["1-of-0", true],
  ])("of %s: %j", (field, expected) => {
    expect(hasMajority(parseQuorum(field))).toBe(expected);
  });
});
