import { describe, expect, it } from "vitest";
import { globToPredicate } from "../../../src/model/glob.ts";
import { seededRandom } from "../../support/random.ts";

describe("globToPredicate", () => {
  it.each([
    ["train", "train", true],
    ["train", "training", false],
    ["TRAIN", "Train", true],
    ["É", "é", false],
    ["me/*", "me/corpus", true],
    ["me/*", "me/", true],
    ["me/*", "you/corpus", false],
    ["*/corpus", "me/corpus", true],
    ["*or*us", "corpus", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["*", "", true],
    ["**", "anything", true],
    ["", "", true],
    ["", "a", false],
    ["a.c", "abc", false],
    ["[ab]%_?", "[ab]%_?", true],
  ])("%j against %j: %s", (pattern, name, expected) => {
    expect(globToPredicate(pattern)(name)).toBe(expected);
  });

  it("agrees with a regular expression for 20,000 seeded pairs", () => {
    const random = seededRandom(12);
    const word = (letters: string, length: number) =>
      Array.from({ length: random.below(length) }, () => letters.charAt(random.below(letters.length))).join(
        "",
      );
    let matched = 0;
    for (let round = 0; round < 20_000; round++) {
      const [pattern, name] = [word("ab*", 7), word("abA", 8)];
      const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "i").test(name);
      expect(globToPredicate(pattern)(name)).toBe(expected);
      if (expected) matched++;
    }
    expect(matched).toBeGreaterThan(1000);
  });
});
