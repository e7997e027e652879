import { expect, it } from "vitest";
import { sumText, weightText } from "../../../src/text/weight-text.ts";

it.each([
  [0, "0"],
  [0.05, ".05"],
  [0.65, ".65"],
  [0.755, ".755"],
  [0.123456, "~.123"],
  [0.99999, "~1"],
  [1, "1"],
  [1.9, "1.9"],
  [12.34, "12.34"],
  [999.96, "~1000"],
  [1e9, "1e+9"],
  [149_900, "~1e+5"],
  [-0.5, "-.5"],
  [-3, "-3"],
  [Number.POSITIVE_INFINITY, "∞"],
])("formats the weight %d in at most five columns: %s", (weight, text) => {
  expect(weightText(weight)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(5);
});

it.each<[sum: number, room: number | undefined, text: string]>([
  [0, undefined, "0.0"],
  [1, undefined, "1.0"],
  [0.85, undefined, "0.85"],
  [1.125, undefined, "1.125"],
  [0.85, 4, "0.85"],
  [0.85, 3, ".85"],
  [0.75, 3, ".75"],
  [1.9, 3, "1.9"],
  [1.85, 4, "1.85"],
  [1.85, 3, "~2"],
  [1.125, 4, "~1.1"],
  [12.5, 4, "12.5"],
  [1e308, 4, "1e+308"],
])("formats the sum %d in %s columns, rounded only behind ~: %s", (sum, room, text) => {
  expect(sumText(sum, room)).toBe(text);
});
