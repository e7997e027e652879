import { expect, test } from "vitest";
import { codePointColumns, linesOf, placeBetween } from "../../../src/policy/lines.ts";
import { policyFormat } from "../../../src/policy/read/format.ts";

test.each([
  ["", [0]],
  ["a", [0]],
  ["a\nb", [0, 2]],
  ["a\r\nb\r\n", [0, 3, 6]],
  ["a\rb\n\rc", [0, 2, 4, 5]],
  ["a\u2028b", [0]],
])("the lines of %j begin at %j", (text, starts) => {
  expect(linesOf(text)).toEqual(starts);
});

test("a place has lines and columns from 1, in UTF-16 units or code points", () => {
  const text = "x\n🦉Λ 🦉y\nz";
  const place = placeBetween(linesOf(text), text.indexOf(" "), text.indexOf("z"));
  expect(place).toEqual({ line: 2, column: 4, endLine: 3, endColumn: 1, start: 5, end: 10 });
  expect(codePointColumns(text, place)).toEqual({ column: 3, endColumn: 1 });
});

test.each([
  ["a.json", "a: 1", "json"],
  ["A.JSON", "", "json"],
  ["a.yaml", "{}", "yaml"],
  ["a.yml", '{"a": 1}', "yaml"],
  ["a.txt", '{"a": 1}', "json"],
  [null, '\uFEFF \n{ "a": 1}', "json"],
  [null, "{}", "json"],
  [null, "[\n  {", "json"],
  [null, "{a: 1}", "yaml"],
  [null, "a: 1", "yaml"],
  [null, "", "yaml"],
])("the format of %j with the text %j is %s", (file, text, format) => {
  expect(policyFormat(text, file)).toBe(format);
});
