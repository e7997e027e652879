import { expect, test } from "vitest";
import { RecentNumbers, compareNumbers } from "../../../src/receiver/handlers/call-numbers.ts";

const last = 0x7fff_ffff;

test("an added value is kept until it is taken", () => {
  const numbers = new RecentNumbers<string>();
  numbers.add(1, "a");
  numbers.add(2, "b");
  expect([numbers.get(1), numbers.get(2), numbers.get(3)]).toEqual(["a", "b", null]);
  expect([numbers.take(1), numbers.take(1), numbers.get(1)]).toEqual(["a", null, null]);
  expect(numbers.size).toBe(1);
});

test("a value that stays is found after many others", () => {
  const numbers = new RecentNumbers<number>();
  numbers.add(1, 1);
  let taken = 0;
  for (let number = 2; number < 20_000; number += 1) {
    numbers.add(number, number);
    if (number % 1_000 !== 0 && numbers.take(number) === number) taken += 1;
  }
  expect(taken).toBe(19_998 - 19);
  expect(numbers.get(1)).toBe(1);
  const left = [1, ...Array.from({ length: 19 }, (_, index) => (index + 1) * 1_000)];
  expect(numbers.entries()).toEqual(left.map((number) => [number, number]));
  for (const number of left) expect(numbers.take(number)).toBe(number);
  expect([numbers.size, numbers.entries()]).toEqual([0, []]);
});

test("the order holds when numbers wrap around", () => {
  const numbers = new RecentNumbers<string>();
  for (const number of [last - 1, last, 1, 2]) numbers.add(number, `n${number}`);
  expect(numbers.entries().map(([number]) => number)).toEqual([last - 1, last, 1, 2]);
});

test.each([
  [1, 2, -1],
  [2, 1, 1],
  [7, 7, 0],
  [last, 1, -1],
  [1, last, 1],
])("%i beside %i", (a, b, sign) => {
  expect(Math.sign(compareNumbers(a, b))).toBe(sign);
});
