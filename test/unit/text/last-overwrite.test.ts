import { expect, test } from "vitest";
import { lastOverwrite } from "../../../src/text/last-overwrite.ts";

test.each([
  ["", ""],
  ["plain", "plain"],
  ["  0%|\r 50%|#\r100%|##", "100%|##"],
  ["\r  0%\r 50%", " 50%"],
  [" 50%\r100%\r", "100%"],
  ["100%\r\r", "100%"],
  ["\r\r", ""],
  ["100%\r    \r", "    "],
])("the line %j ends as %j", (line, shown) => {
  expect(lastOverwrite(line)).toBe(shown);
});
