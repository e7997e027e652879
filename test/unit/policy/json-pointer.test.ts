import { expect, it } from "vitest";
import { childPointer } from "../../../src/policy/json-pointer.ts";

it.each([
  ["", "meta", "/meta"],
  ["/a", 0, "/a/0"],
  ["/a", "", "/a/"],
  ["/a", "b/c~d", "/a/b~1c~0d"],
  ["", "~1", "/~01"],
])("the child of %j by %j is at %j", (path, key, expected) => {
  expect(childPointer(path, key)).toBe(expected);
});
