import { describe, expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { changedFilters } from "../../../src/model/saved-filters.ts";

const saved = {
  failed: "is:failed",
  mine: "repo:me/* -is:replay",
  both: "@failed @mine",
  loop: "x @loop",
  wrong: "stats:5",
};
const termsOf = (text: string) =>
  parseFilter(text, 0, saved).terms.map(({ negated, match }) => ({ negated, match }));

describe("a saved filter", () => {
  it("has the terms of its text, also inside another one", () => {
    expect(termsOf("route:a @mine")).toEqual(termsOf("route:a repo:me/* -is:replay"));
    expect(termsOf("@both")).toEqual(termsOf("is:failed repo:me/* -is:replay"));
    expect(parseFilter("  x @mine", 0, saved).terms.map(({ span }) => span)).toEqual([
      [0, 1],
      [2, 7],
      [2, 7],
    ]);
  });

  it("is excluded if it has one term", () => {
    expect(termsOf("-@failed")).toEqual(termsOf("-is:failed"));
    expect(() => termsOf("-@mine")).toThrow("several terms");
  });

  it.each([
    ["@fialed", 'no filter is saved as "fialed" (column 1 of the filter). Perhaps you mean @failed.'],
    ["a @loop", "the saved filter @loop contains itself (column 3"],
    [
      "@wrong",
      "the saved filter @wrong has an error (column 1 of the filter). In its text, stats:5: unknown key",
    ],
    ["@constructor", "no filter is saved"],
  ])("explains %s", (text, message) => {
    expect(() => termsOf(text)).toThrow(message);
  });

  it("is only a word in quotes, or with other characters", () => {
    expect(termsOf('"@failed"')).toEqual(termsOf("failed"));
    expect(termsOf("@me/corpus")).toEqual(termsOf('"me corpus"'));
  });
});

it("keeps the order of renamed filters, and replaces one of the same name", () => {
  expect(
    Object.entries(changedFilters({ a: "1", b: "2", c: "3" }, { kind: "rename", from: "b", to: "c" })),
  ).toEqual([
    ["a", "1"],
    ["c", "2"],
  ]);
});
