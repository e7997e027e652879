import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { graphemes } from "../../../src/text/graphemes.ts";
import { plainTextWidth } from "../../../src/text/plain-units.ts";
import { visible } from "../../../src/text/visible.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["plain", 5],
    ["Ünïcödé", 7],
    ["e\u0301", 1],
    ["日本語", 6],
    ["한국어", 6],
    ["ｱ", 1],
    ["👩‍👩‍👧‍👦", 2],
    ["👋🏽", 2],
    ["🇫🇷", 2],
    ["❤️", 2],
    ["1️⃣", 2],
    ["✓ 200…", 6],
    ["█▓▒░│", 5],
    ["⟨202E⟩", 6],
  ])("of %j is %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("agrees with Ink about every character of the basic plane, alone and between others", () => {
    const differing: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const character = visible(String.fromCodePoint(code));
      for (const text of [character, `日${character}…`]) {
        if (displayWidth(text) !== stringWidth(text)) differing.push(`U+${code.toString(16)}`);
      }
    }
    expect(differing).toEqual([]);
  });

  it("measures text of plain units without string-width, and no other text", () => {
    expect(plainTextWidth("✓ 200… ─ 日本")).toBe(13);
    expect(plainTextWidth("e\u0301")).toBeNull();
    expect(plainTextWidth("\u001b[1m")).toBeNull();
  });

  it("agrees with Ink about 5,000 seeded texts, and about where their characters end", () => {
    const random = seededRandom(8);
    const differing: string[] = [];
    for (let round = 0; round < 5_000; round++) {
      const text = visible(hostileText(random, 16));
      const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
      const isSplitAlike =
        [...graphemes(text)].map((grapheme) => grapheme.text).join("\n") === segments.join("\n");
      const sum = [...graphemes(text)].reduce((width, grapheme) => width + grapheme.width, 0);
      if (displayWidth(text) !== stringWidth(text) || displayWidth(text) !== sum || !isSplitAlike)
        differing.push(JSON.stringify(text));
    }
    expect(differing).toEqual([]);
  });
});
