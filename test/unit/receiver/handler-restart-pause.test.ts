import { expect, test } from "vitest";
import { makeRestartPause } from "../../../src/receiver/handlers/handler-route.ts";

test("a thread that ends again and again is started again after ever longer pauses, at most ten seconds", () => {
  const nextPauseMs = makeRestartPause();
  const pauses = Array.from({ length: 10 }, () => nextPauseMs(5));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

test("one that had lived for minutes is started again at once", () => {
  const nextPauseMs = makeRestartPause();
  for (let end = 0; end < 5; end += 1) nextPauseMs(5);
  expect([nextPauseMs(120_000), nextPauseMs(5)]).toEqual([0, 100]);
});
