import { expect, it } from "vitest";
import { isSameValue } from "../../../../src/policy/diff/match-clauses.ts";

it.each([
  [1, 1],
  ["a", "a"],
  [null, null],
  [undefined, undefined],
  [[], []],
  [
    [1, [2]],
    [1, [2]],
  ],
  [
    { a: 1, b: { c: 2 } },
    { b: { c: 2 }, a: 1 },
  ],
  [Object.create(null), {}],
])("%j and %j are the same", (one, other) => {
  expect(isSameValue(one, other)).toBe(true);
  expect(isSameValue(other, one)).toBe(true);
});

it.each([
  [1, 2],
  [1, "1"],
  [null, undefined],
  [null, {}],
  [[], {}],
  [[1], [1, 1]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, Object.create({ a: 1 })],
])("%j and %j are not the same", (one, other) => {
  expect(isSameValue(one, other)).toBe(false);
  expect(isSameValue(other, one)).toBe(false);
});
