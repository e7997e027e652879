import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { changesBetween } from "../../../src/exports/changes.ts";
import { randomJson } from "../../support/random-json.ts";
import { seededRandom } from "../../support/random.ts";

test("changes have paths as jq writes them, with the earlier and the later value", () => {
  const before = { repo: { name: "me/a", "odd key": 1 }, refs: [{ to: "1" }], gone: null, same: [1, 2] };
  const after = { repo: { name: "me/b", "odd key": 1 }, refs: [{ to: "2" }], came: [], same: [1, 2] };
  expect(changesBetween(before, after)).toEqual([
    { path: ".repo.name", kind: "changed", before: "me/a", after: "me/b" },
    { path: ".refs[0].to", kind: "changed", before: "1", after: "2" },
    { path: ".gone", kind: "removed", before: null, after: undefined },
    { path: ".came", kind: "added", before: undefined, after: [] },
  ]);
  expect(changesBetween({ "odd key": { a: 1 } }, { "odd key": { a: 2 } })[0]?.path).toBe(
    '["odd key"].a'.replace(/^/, "."),
  );
  expect(changesBetween(1, [1])).toEqual([{ path: ".", kind: "changed", before: 1, after: [1] }]);
});

test("an item in the middle of an array is the only change", () => {
  expect(changesBetween(["a", "b", "c"], ["a", "x", "b", "c"])).toEqual([
    { path: ".[1]", kind: "added", before: undefined, after: "x" },
  ]);
  expect(changesBetween([1, 1, 1], [1, 1])).toEqual([
    { path: ".[2]", kind: "removed", before: 1, after: undefined },
  ]);
});

test("the order of keys does not matter", () => {
  expect(changesBetween({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toEqual([]);
});

test("a value of any shape has no changes to itself, and values that differ have some", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const [a, b] = [randomJson(random, 5), randomJson(random, 5)];
    expect(changesBetween(a, structuredClone(a))).toEqual([]);
    const isSame = isDeepStrictEqual(a, b);
    expect(changesBetween(a, b).length === 0).toBe(isSame);
    expect(changesBetween(b, a).length === 0).toBe(isSame);
  }
});

test("values nested 100,000 levels deep are compared", () => {
  const nested = (inner: string): unknown =>
    JSON.parse(`${"[".repeat(100_000)}${inner}${"]".repeat(100_000)}`);
  const [change, ...more] = changesBetween(nested("1"), nested("2"));
  expect(more).toEqual([]);
  expect(change).toMatchObject({ kind: "changed", before: 1, after: 2 });
});
