import { expect, it } from "vitest";
import { jsonDocument, lineAtPath, lineOf } from "../../../src/text/json-document.ts";

/** Returns the line at a path as it is drawn. */
function at(text: string, ...path: readonly (string | number)[]): string {
  const json = jsonDocument(text);
  if (json === null) throw new Error("not JSON");
  return lineOf(json.shown, lineAtPath(json, path));
}

const text = '{"a":{"b c":[1,{"d":"x"},[]]},"a2":2,"twice":1,"twice":"\\u0061"}';

it("finds the line of a value by its path", () => {
  expect(at(text, "a2")).toBe('"a2": 2,');
  expect(at(text, "a", "b c", 1, "d")).toBe('"d": "x"');
  expect(at(text, "a", "b c", 2)).toBe("[]");
});

it("finds the last value of a repeated key, and a key with escapes", () => {
  expect(at(text, "twice")).toBe('"twice": "\\u0061"');
  expect(at('{"\\u0061":1}', "a")).toBe('"\\u0061": 1');
});

it("finds the innermost container of a value that is missing", () => {
  expect(at(text, "a", "nothing", "x")).toBe('"a": {');
  expect(at(text, "a", "b c", 7)).toBe('"b c": [');
  expect(at(text, "nothing")).toBe("{");
  expect(at("5", "a")).toBe("5");
});
