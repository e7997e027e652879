import { describe, expect, it } from "vitest";
import { nearest } from "../../../src/text/nearest.ts";

const known = ["status", "route", "repo", "scope", "since", "is"];

describe("nearest", () => {
  it.each([
    ["status", "status"],
    ["statsu", "status"],
    ["tsatus", "status"],
    ["staus", "status"],
    ["STATUS", "status"],
    ["stat", "status"],
    ["rout", "route"],
    ["roote", "route"],
    ["ropo", "repo"],
    ["iz", "is"],
    ["zzz", null],
    ["", null],
    ["s".repeat(100_000), null],
  ])("of %.20j is %j", (word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  it("is nothing where nothing is known", () => {
    expect(nearest("status", [])).toBeNull();
  });
});
