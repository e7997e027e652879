import { describe, expect, it } from "vitest";
import { joinVisible, v, visible } from "../../../src/text/visible.ts";
import { hostileStrings, hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

/**
 * Returns true for a character in the block of a joining script. Approximate, unlike the scripts of the code
 * under test.
 */
function isJoining(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const blocks: readonly (readonly [number, number])[] = [
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x860, 0x8ff],
    [0x900, 0xdff],
    [0x1cd0, 0x1cff],
    [0xa830, 0xa83f],
    [0xa8e0, 0xa8ff],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfeff],
    [0x10ec0, 0x10eff],
    [0x11fc0, 0x11fff],
    [0x1ee00, 0x1eeff],
  ];
  return /[\p{L}\p{M}]/u.test(character) && blocks.some(([first, last]) => code >= first && code <= last);
}

/**
 * Returns the kind of the first unsafe character; null if there is none. Independent of the code under test:
 * compares code points rather than Unicode properties.
 */
function firstProblem(text: string): string | null {
  let marks = 0;
  let before = "";
  let at = 0;
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
    if (is(0xfe00, 0xfe0e) || is(0xe0100, 0xe01ef) || is(0x180b, 0x180f)) return "variation selector";
    if (is(0xfe0f)) {
      const inKeycap = /[0-9#*]/.test(before) && text[at + 1] === "\u20E3";
      if (!inKeycap && !/\p{Extended_Pictographic}/u.test(before)) return "stray selector";
    }
    if (is(0x200c, 0x200d)) {
      const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20);
      const inEmoji =
        is(0x200d) &&
        /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u.test(before) &&
        /\p{Extended_Pictographic}/u.test(after);
      if (!inEmoji && !(isJoining(before) && isJoining(after))) return "stray joiner";
    }
    before = character;
    at += character.length;
    marks = /[[\p{Mn}\p{Me}]--\p{Default_Ignorable_Code_Point}]/v.test(character) ? marks + 1 : 0;
    if (marks > 4) return "pile of marks";
  }
  return null;
}

/** Format characters of rare scripts and unassigned ignorable ones, which `firstProblem` does not list. */
const rareFormat = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u{FE0F}\u{200C}-\u{200D}]]/v;

/** Joiners, whose place `firstProblem` does not judge. */
const perhaps = /[\u200C\u200D]/;

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
      const clean = firstProblem(text) === null && !rareFormat.test(text);
      if (clean && safe !== text && !perhaps.test(text)) say("clean text changed");
      if (!clean && safe === text) say("dirty text kept");
      if (!clean) dirty++;
    }
    expect(problems).toEqual([]);
    expect(dirty).toBeGreaterThan(100_000);
    expect(dirty).toBeLessThan(190_000);
  });

  it("gives the same for a text as a whole and cut at a plain letter", () => {
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
      "a joiner in a pile by its number",
      `e${"\u0301".repeat(4)}\u200D${"\u0301".repeat(4)}`,
      `e${"\u0301".repeat(4)}⟨200D⟩${"\u0301".repeat(4)}`,
    ],
    ["joiners and selectors that hide in a name", "me/cor\u200Cpus\u{E0100}", "me/cor⟨200C⟩pus⟨E0100⟩"],
    ["an emoji selector behind a letter", "a\uFE0F1\uFE0F", "a⟨FE0F⟩1⟨FE0F⟩"],
    ["the second of two emoji selectors", "❤\uFE0F\uFE0F", "❤\uFE0F⟨FE0F⟩"],
    ["a text selector behind an emoji", "❤\uFE0E", "❤⟨FE0E⟩"],
    ["a joiner between an emoji and a letter", "❤\u200Da", "❤⟨200D⟩a"],
    ["a non-joiner between emoji", "❤\u200C❤", "❤⟨200C⟩❤"],
    ["two joiners between letters", "\u0645\u200C\u200C\u0645", "\u0645⟨200C⟩⟨200C⟩\u0645"],
    ["a joiner at the end of a word", "\u0645\u200C \u0645", "\u0645⟨200C⟩ \u0645"],
    ["a joiner between a letter of a joining script and one of another", "\u0645\u200Da", "\u0645⟨200D⟩a"],
    ["a joiner between marks without letters", "a\u064E\u200D\u064Eb", "a\u064E⟨200D⟩\u064Eb"],
  ])("shows %s", (_, text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it.each([
    "",
    "plain ASCII ~",
    "Ünïcödé 日本語 한국어 עברית العربية",
    "👩‍👩‍👧‍👦 👋🏽 🏳️‍🌈 ❤️ 🇫🇷 1️⃣",
    "नमस्ते क्‍ष می‌خواهم",
    "শ্রী র‍্যাব ശ്രീ ക്‍ക ශ්‍රී ਕ੍‍ਰ",
    "🏃🏽‍♂️ ❤️‍🔥 👁️‍🗨️ #️⃣ ©️",
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

  it("make values of a template safe, and format numbers plainly", () => {
    expect(v`route ${"a\nb"}: ${12} \\ ${""}`).toBe("route a␊b: 12 \\ ");
  });
});
