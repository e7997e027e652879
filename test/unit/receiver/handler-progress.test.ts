import { expect, test } from "vitest";
import {
  begunNow,
  makeBegin,
  makeProgress,
  nextNumber,
  revoke,
} from "../../../src/receiver/handlers/call-numbers.ts";

test("after revoking, the begun calls are known and no other begins", () => {
  const progress = makeProgress();
  const mayBegin = makeBegin(progress);
  expect([1, 2, 3].map(mayBegin)).toEqual([true, true, true]);
  const begun = revoke(progress);
  expect([1, 3, 4, 5].map(begun)).toEqual([true, true, false, false]);
  expect([4, 5].map(mayBegin)).toEqual([false, false]);
});

test("a thread without calls has begun none", () => {
  expect(revoke(makeProgress())(1)).toBe(false);
});

test("begun calls can be read without revoking", () => {
  const progress = makeProgress();
  const mayBegin = makeBegin(progress);
  mayBegin(1);
  expect([1, 2].map(begunNow(progress))).toEqual([true, false]);
  expect(mayBegin(2)).toBe(true);
});

test("numbers wrap around without losing calls", () => {
  const last = 0x7fff_ffff;
  expect([1, last - 1, last].map(nextNumber)).toEqual([2, last, 1]);
  const progress = makeProgress();
  new Int32Array(progress)[0] = last;
  expect([last - 5, last, 1, 7].map(begunNow(progress))).toEqual([true, true, false, false]);
  new Int32Array(progress)[0] = 2;
  expect([last, 1, 2, 3].map(begunNow(progress))).toEqual([true, true, true, false]);
});
