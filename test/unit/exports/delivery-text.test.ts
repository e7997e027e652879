import { expect, it } from "vitest";
import { textDifference } from "../../../src/exports/difference-text.ts";
import { detailOf } from "../../support/app/deliveries.ts";

const diff = (before: string, after: string, maxLines = 100) =>
  textDifference(detailOf(1, before), detailOf(2, after), maxLines);

it("compares bodies with a value per line, as they were written", () => {
  expect(diff('{"a":1,"n":12345678901234567890}', '{"a":1,"n":12345678901234567891}').lines).toEqual([
    "--- delivery-1",
    "+++ delivery-2",
    "@@ -3,7 +3,7 @@",
    " ",
    " {",
    '   "a": 1,',
    '-  "n": 12345678901234567890',
    '+  "n": 12345678901234567891',
    " }",
    " ",
    " Result: accepted 200",
  ]);
});

it("has no lines for the same text, also if the bodies have other spaces", () => {
  expect(diff('{"a": [1, 2]}', '{"a":[1,2]}')).toEqual({ lines: [], more: 0 });
});

it("compares a text that is not JSON, and counts the lines it leaves out", () => {
  const { lines, more } = diff("one\ntwo", "one\n2", 5);
  expect(lines).toHaveLength(5);
  expect(more).toBe(5);
  expect(diff("one\ntwo", "one\n2").lines).toContain("-two");
});
