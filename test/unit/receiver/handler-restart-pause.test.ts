import { expect, test } from "vitest";
import { makeRestartPause } from "../../../src/receiver/handlers/handler-route.ts";

test("a thread that ends repeatedly is restarted with growing delays, at most ten seconds", () => {
  const nextPauseMs = makeRestartPause();
  const pauses = Array.from({ length: 10 }, () => nextPauseMs(5));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

test("a thread that lived for minutes is restarted immediately", () => {
  const nextPauseMs = makeRestartPause();
  for (let end = 0; end < 5; end += 1) nextPauseMs(5);
  expect([nextPauseMs(120_000), nextPauseMs(5)]).toEqual([0, 100]);
});
