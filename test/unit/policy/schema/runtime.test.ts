import { expect, test } from "vitest";
import {
  TooManyViolations,
  type Violation,
  addViolation,
  isLonger,
  isShorter,
  matches,
  maxViolations,
} from "../../../../src/policy/schema/runtime.ts";
import { hostileText } from "../../../support/hostile-text.ts";
import { seededRandom } from "../../../support/random.ts";

test("lengths are those of code points, a lone surrogate counted as one", () => {
  for (let seed = 0; seed < 2_000; seed++) {
    const random = seededRandom(seed);
    const text = `${hostileText(random, 12)}${random.pick(["", "🦉", "\ud83e", "\udd89\ud83e"])}`;
    const limit = random.below(20);
    const length = Array.from(text).length;
    expect([isShorter(text, limit), isLonger(text, limit)], JSON.stringify(text)).toEqual([
      length < limit,
      length > limit,
    ]);
  }
});

test("a text of megabytes matches no pattern", () => {
  expect(matches(/^\d+$/u, "1".repeat(1_000))).toBe(true);
  expect(matches(/^\d+$/u, "1".repeat(9_000_000))).toBe(false);
});

test("the search ends when there are enough violations, and those are kept", () => {
  const violation: Violation = { keyword: "type", instancePath: "", params: {} };
  const violations: Violation[] = [];
  while (violations.length < maxViolations) addViolation(violations, violation);
  expect(() => addViolation(violations, violation)).toThrow(TooManyViolations);
  expect(violations).toHaveLength(maxViolations);
});
