import { expect, it } from "vitest";
import { relativeTime } from "../../../src/text/relative-time.ts";
import { nextExactAge } from "../../../src/tui/clock.ts";

const atMs = Date.parse("2026-11-22T12:00:00Z");

/** Returns the shown text, the text just before the next tick, and at it. */
function texts(ageMs: number) {
  const drawnMs = atMs + ageMs;
  const tickMs = nextExactAge(atMs, drawnMs, drawnMs);
  return [drawnMs, tickMs - 1, tickMs].map((nowMs) => relativeTime(atMs, nowMs));
}

it.each([
  ["an age in minutes", 245_000, ["4 min", "4 min", "5 min"]],
  ["an age in hours", 7_300_000, ["2 h", "2 h", "3 h"]],
  ["the minutes left", -299_500, ["in 4 min", "in 4 min", "in 3 min"]],
  ["the hours left", -7_300_000, ["in 2 h", "in 2 h", "in 1 h"]],
])("%s: the tick is when its text changes", (_, ageMs, shown) => {
  expect(texts(ageMs)).toEqual(shown);
});

it.each([36_400, -41_200])("seconds are drawn once a second: %d", (ageMs) => {
  expect(nextExactAge(atMs, atMs + ageMs, atMs + ageMs)).toBe(atMs + ageMs + 1_000);
});
