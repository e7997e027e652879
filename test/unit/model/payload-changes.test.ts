import { expect, test } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { parseAssignment, payloadPaths, setPath } from "../../../src/model/payload-changes.ts";

const value = { repo: { private: false, tags: ["a", "b"] }, refs: [{ ref: "main" }], none: null };

test.for([
  ["repo.private", true, { ...value, repo: { private: true, tags: ["a", "b"] } }],
  ["repo.tags.1", "x", { ...value, repo: { private: false, tags: ["a", "x"] } }],
  ["repo.tags.2", "c", { ...value, repo: { private: false, tags: ["a", "b", "c"] } }],
  ["refs.0.ref", "dev", { ...value, refs: [{ ref: "dev" }] }],
  ["new.deep", 1, { ...value, new: { deep: 1 } }],
  ["list.0.name", 1, { ...value, list: [{ name: 1 }] }],
  ["none.there", 1, { ...value, none: { there: 1 } }],
  ["repo", null, { ...value, repo: null }],
  ["toString.x", 1, { ...value, toString: { x: 1 } }],
] as const)("%s", ([path, to, expected]) => {
  const before = structuredClone(value);
  expect(setPath(value, path, to)).toEqual(expected);
  expect(value).toEqual(before);
});

test.for([
  "__proto__.polluted",
  "repo.__proto__.polluted",
  "constructor.prototype.polluted",
  "repo.prototype.x",
])("%s is refused and changes no prototype", (path) => {
  expect(() => setPath(value, path, true)).toThrow(UsageError);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("polluted" in {}).toBe(false);
});

test.for(["", "repo.", ".repo", "a..b", "repo.tags.4", "repo.tags.x", "repo.private.x", "refs.0.ref.x"])(
  "%o does not exist",
  (path) => {
    expect(() => setPath(value, path, 1)).toThrow(UsageError);
  },
);

test.for([
  ["repo.private=true", ["repo.private", true]],
  ["discussion.title=Wrong = labels", ["discussion.title", "Wrong = labels"]],
  ["tags=[1", ["tags", "[1"]],
  ["empty=", ["empty", ""]],
  [" a.b =null", ["a.b", null]],
] as const)("%o assigns a value", ([text, expected]) => {
  expect(parseAssignment(text)).toEqual(expected);
});

test.for(["", "repo.private", "=1", " =1"])("%o is not an assignment", (text) => {
  expect(() => parseAssignment(text)).toThrow(UsageError);
});

test("the paths of a payload lead to its objects, list items and values", () => {
  expect(payloadPaths({ repo: { tags: ["a"] }, none: null })).toEqual([
    { path: "repo", value: { tags: ["a"] } },
    { path: "repo.tags", value: ["a"] },
    { path: "repo.tags.0", value: "a" },
    { path: "none", value: null },
  ]);
});
