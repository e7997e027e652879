import { expect, test } from "vitest";
import { memo } from "../../../src/text/memo.ts";

test("a value is computed once for an object and the same other arguments", () => {
  let calls = 0;
  const sum = memo((numbers: readonly number[], factor: number) => {
    calls += 1;
    return { sum: numbers.reduce((total, one) => total + one, 0) * factor };
  });
  const numbers = [1, 2];
  const first = sum(numbers, 2);
  expect(first).toEqual({ sum: 6 });
  expect(sum(numbers, 2)).toBe(first);
  expect(calls).toBe(1);
  expect(sum([1, 2], 2)).not.toBe(first);
  expect(sum(numbers, 2)).toBe(first);
  expect(calls).toBe(2);
});

test("other arguments replace the value of the object", () => {
  const twice = memo((box: { readonly value: number }, ...factors: readonly number[]) =>
    factors.map((factor) => box.value * factor),
  );
  const box = { value: 3 };
  const first = twice(box, 2);
  expect(twice(box, 2, 4)).toEqual([6, 12]);
  expect(twice(box)).toEqual([]);
  const again = twice(box, 2);
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

test("undefined and NaN are values like others", () => {
  let calls = 0;
  const count = memo((_: object, value: number): number | undefined => {
    calls += 1;
    return Number.isNaN(value) ? undefined : value;
  });
  const key = {};
  expect([count(key, Number.NaN), count(key, Number.NaN), calls]).toEqual([undefined, undefined, 1]);
});
