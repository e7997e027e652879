import { describe, expect, it } from "vitest";
import { joinVisible, v, visible } from "../../../src/text/visible.ts";
import { hostileStrings, hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

/** Written apart from the code under test: by number, where that goes by Unicode property. */
function firstProblem(text: string): string | null {
  let marks = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const is = (first: number, last = first) => code >= first && code <= last;
    if (is(0x00, 0x1f)) return "C0";
    if (is(0x7f)) return "DEL";
    if (is(0x80, 0x9f)) return "C1";
    if (is(0x61c) || is(0x200e, 0x200f) || is(0x202a, 0x202e) || is(0x2066, 0x2069)) return "bidi control";
    if (is(0x200b) || is(0x2060, 0x2065) || is(0xfeff) || is(0xad) || is(0x180e) || is(0x34f))
      return "zero width";
    if (is(0x115f, 0x1160) || is(0x3164) || is(0xffa0) || is(0x17b4, 0x17b5)) return "blank letter";
    if (is(0x206a, 0x206f) || is(0xfff0, 0xfffb) || is(0x1d173, 0x1d17a)) return "format character";
    if (is(0x2028, 0x2029)) return "line separator";
    if (is(0xd800, 0xdfff)) return "lone surrogate";
    if (is(0xe0000, 0xe00ff)) return "tag";
    marks = /[\p{Mn}\p{Me}]/u.test(character) ? marks + 1 : is(0x200c, 0x200d) ? marks : 0;
    if (marks > 4) return "pile of marks";
  }
  return null;
}

/** Joiners count as marks too in `visible`; `firstProblem` lets them pass. */
const pilesJoiners = /[\p{Mn}\p{Me}\u200C\u200D]{5}/u;

/** Format characters of rare scripts and unassigned ignorable ones, which `firstProblem` does not list. */
const rareFormat = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u200C\u200D\p{Variation_Selector}]]/v;

describe("visible", () => {
  it("leaves nothing that acts or hides, is idempotent, and returns clean text as it is (200,000 seeded cases)", () => {
    const random = seededRandom(20_261_120);
    const problems: string[] = [];
    let dirty = 0;
    for (let round = 0; round < 200_000; round++) {
      const text = hostileText(random, 24);
      const safe = visible(text);
      const say = (problem: string) => problems.push(`${problem}: ${JSON.stringify([text, safe])}`);
      const problem = firstProblem(safe);
      if (problem !== null) say(problem);
      if (visible(safe) !== safe) say("not idempotent");
      const clean = firstProblem(text) === null && !pilesJoiners.test(text) && !rareFormat.test(text);
      if (clean && safe !== text) say("clean text changed");
      if (!clean && safe === text) say("dirty text kept");
      if (!clean) dirty++;
    }
    expect(problems).toEqual([]);
    expect(dirty).toBeGreaterThan(100_000);
    expect(dirty).toBeLessThan(190_000);
  });

  it("gives the same whether a text is one run or cut where a plain letter stands", () => {
    const random = seededRandom(7);
    for (let round = 0; round < 20_000; round++) {
      const [left, right] = [hostileText(random, 12), hostileText(random, 12)];
      expect(visible(`${left}x${right}`)).toBe(`${visible(left)}${visible(`x${right}`)}`);
    }
  });

  it.each(hostileStrings)("makes harmless: $name", ({ text }) => {
    expect(firstProblem(visible(text))).toBeNull();
  });

  it.each([
    ["a C0 control as its picture", "a\u0000b\u0007c\nd\te\rf", "a␀b␇c␊d␉e␍f"],
    ["an escape sequence as text", `${String.fromCodePoint(0x1b)}[2J`, "␛[2J"],
    ["DEL as its picture", "a\u007fb", "a␡b"],
    ["C1 by its number", "a\u009b2J", "a⟨009B⟩2J"],
    ["a bidi control by its number", "corpus\u202Etxt.exe", "corpus⟨202E⟩txt.exe"],
    ["zero width by its number", "hug\u200Bging", "hug⟨200B⟩ging"],
    ["line separators by their number", "a\u2028b\u2029", "a⟨2028⟩b⟨2029⟩"],
    ["tags by their number", "a\u{E0041}", "a⟨E0041⟩"],
    ["lone surrogates as the replacement character", "a\uD800b\uDC00", "a\uFFFDb\uFFFD"],
    ["four of many combining marks", `e${"\u0301".repeat(100)}x`, `e${"\u0301".repeat(4)}x`],
    [
      "no new pile behind a joiner",
      `e${"\u0301".repeat(4)}\u200D${"\u0301".repeat(4)}`,
      `e${"\u0301".repeat(4)}`,
    ],
  ])("shows %s", (_, text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it.each([
    "",
    "plain ASCII ~",
    "Ünïcödé 日本語 한국어 עברית العربية",
    "👩‍👩‍👧‍👦 👋🏽 🏳️‍🌈 ❤️ 🇫🇷 1️⃣",
    "नमस्ते क्‍ष می‌خواهم",
    "ကြွော့်",
    "│ ▏█▓▒░ ✓✗●◐○ …",
  ])("keeps %j as it is", (text) => {
    expect(visible(text)).toBe(text);
  });
});

describe("joinVisible and v", () => {
  it("make what they join safe at the seams", () => {
    const accents = "\u0301".repeat(3);
    expect(joinVisible(visible(`e${accents}`), visible(accents), visible("x"))).toBe(
      `e${"\u0301".repeat(4)}x`,
    );
    expect(v`e${accents}${accents}x`).toBe(`e${"\u0301".repeat(4)}x`);
  });

  it("make what is put into a template safe, and write numbers plainly", () => {
    expect(v`route ${"a\nb"}: ${12} \\ ${""}`).toBe("route a␊b: 12 \\ ");
  });
});
