import { expect, test } from "vitest";
import {
  begunNow,
  makeBegin,
  makeProgress,
  nextNumber,
  revoke,
} from "../../../src/receiver/handlers/call-numbers.ts";

test("what was begun before the word is taken back is known, and nothing is begun after", () => {
  const progress = makeProgress();
  const mayBegin = makeBegin(progress);
  expect([1, 2, 3].map(mayBegin)).toEqual([true, true, true]);
  const begun = revoke(progress);
  expect([1, 3, 4, 5].map(begun)).toEqual([true, true, false, false]);
  expect([4, 5].map(mayBegin)).toEqual([false, false]);
});

test("nothing was begun of a thread that was never called", () => {
  expect(revoke(makeProgress())(1)).toBe(false);
});

test("what is begun can be looked at without taking the word back", () => {
  const progress = makeProgress();
  const mayBegin = makeBegin(progress);
  mayBegin(1);
  expect([1, 2].map(begunNow(progress))).toEqual([true, false]);
  expect(mayBegin(2)).toBe(true);
});

test("the numbers begin anew after the last without a break in what is known", () => {
  const last = 0x7fff_ffff;
  expect([1, last - 1, last].map(nextNumber)).toEqual([2, last, 1]);
  const progress = makeProgress();
  new Int32Array(progress)[0] = last;
  expect([last - 5, last, 1, 7].map(begunNow(progress))).toEqual([true, true, false, false]);
  new Int32Array(progress)[0] = 2;
  expect([last, 1, 2, 3].map(begunNow(progress))).toEqual([true, true, true, false]);
});
