import { expect, it } from "vitest";
import { changesBetween } from "../../../src/exports/changes.ts";
import { differenceText } from "../../../src/exports/difference-text.ts";
import { differenceLines } from "../../../src/screens/deliveries/compare/difference-lines.ts";
import { lineWidth } from "../../../src/text/line.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

function lines(before: unknown, after: unknown, width: number) {
  const changes = changesBetween(before, after);
  return differenceLines(differenceText({ changes, sameBytes: before === after }), width);
}

const text = (before: unknown, after: unknown, width: number) =>
  lines(before, after, width).map(({ spans }) => spans.map((one) => one.text).join(""));

it("draws the values of a change side by side if both fit, otherwise below each other", () => {
  const [before, after] = [{ repo: { sha: "0123456789" } }, { repo: { sha: "abcdefghij" } }];
  expect(text(before, after, 40)).toEqual([".repo.sha", '  - "0123456789"      + "abcdefghij"']);
  expect(text(before, after, 30)).toEqual([".repo.sha", '  - "0123456789"', '  + "abcdefghij"']);
  expect(text({}, { came: [1] }, 40)).toEqual([".came", "  + [1]"]);
  expect(text({ gone: null }, {}, 40)).toEqual([".gone", "  - null"]);
});

it("leaves out the same start of long values, and their end", () => {
  const same = "x".repeat(500);
  expect(text({ a: `${same}1${same}` }, { a: `${same}2` }, 30)).toEqual([
    ".a",
    `  - …${"x".repeat(20)}1${"x".repeat(4)}`,
    ...Array.from({ length: 2 }, () => `    ${"x".repeat(26)}`),
    `    ${"x".repeat(25)}…`,
    '  + …xxxxxxxxxxxxxxxxxxxx2"',
  ]);
});

it("says that there are no changes", () => {
  const same = { a: 1 };
  expect(text(same, same, 60)).toEqual(["No changes."]);
  expect(text(same, { a: 1 }, 60)).toEqual(["No changes, but the bodies are written differently."]);
});

it("counts changes and characters that it does not show", () => {
  const numbers = (by: number) => Array.from({ length: 1_200 }, (_, index) => index + by * 10_000);
  expect(text(numbers(0), numbers(1), 60).at(-1)).toBe("… 200 more changes");
  const [change] = differenceText({
    changes: changesBetween({}, { a: "x".repeat(3_000) }),
    sameBytes: false,
  }).changes;
  expect(change?.after).toMatch(/x… \(1,002 more characters\)$/);
});

it("is never wider than its room", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [hostileText(random, 200), hostileText(random, 200)];
    const width = 20 + random.below(80);
    for (const line of lines({ [hostileText(random, 30)]: before }, { a: after }, width)) {
      expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }
  }
});
