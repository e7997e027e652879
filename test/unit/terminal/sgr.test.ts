import { describe, expect, it, test } from "vitest";
import { programSpans, programText } from "../../../src/terminal/sgr.ts";
import { createStyle } from "../../../src/terminal/style.ts";
import { trueColor } from "../../../src/text/line.ts";
import { visibleLines } from "../../../src/text/visible-lines.ts";
import { visible } from "../../../src/text/visible.ts";
import { hostileStrings, hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

const styleOf = (codes: string) => programSpans(`\u001b[${codes}mx`)[0]?.style ?? null;

describe("the colors of a program", () => {
  it.each([
    ["31", { color: 1 }],
    ["92", { color: 10 }],
    ["44;97", { background: 4, color: 15 }],
    ["107", { background: 15 }],
    ["1;2;3;4;7", { bold: true, dim: true, italic: true, underline: true, inverse: true }],
    ["38;5;208", { color: 208 }],
    ["48;5;9;1", { background: 9, bold: true }],
    ["38;2;255;136;0", { color: trueColor(255, 136, 0) }],
    ["38:2::255:136:0", { color: trueColor(255, 136, 0) }],
    ["38:2:255:136:0;4:3", { color: trueColor(255, 136, 0), underline: true }],
    ["48:5:7;4:0", { background: 7 }],
    ["31;0", null],
    ["31;", null],
    ["", null],
    ["1;31;22", { color: 1 }],
    ["31;41;39", { background: 1 }],
    ["31;43;49", { color: 1 }],
    ["3;23;4;24;7;27", null],
    // Blinking, hiding and fonts are not kept.
    ["5;8;9;11;53", null],
    // Wrong colors are none, and their parameters are not codes.
    ["38;5;300", null],
    ["38;2;1;2;999;4", { underline: true }],
    ["38", null],
    ["38;5", null],
    ["31;41", null],
    ["1;38;5;1;48;5;1", { bold: true }],
  ])("are read from SGR %s", (codes, style) => {
    expect(styleOf(codes)).toEqual(style);
  });

  it("are kept from sequence to sequence in a line, whose text has none", () => {
    expect(programSpans("a\u001b[1mb\u001b[31mc\u001b[0md")).toEqual([
      { text: "a", tone: "plain" },
      { text: "b", tone: "plain", style: { bold: true } },
      { text: "c", tone: "plain", style: { bold: true, color: 1 } },
      { text: "d", tone: "plain" },
    ]);
    expect(programText("a\u001b[1mb\u001b[31mc\u001b[0md")).toBe("abcd");
  });

  it.each([
    ["\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\.", "link."],
    ["\u001b]8;id=1;https://a;b?c\u0007two\u001b]8;;\u0007", "two"],
    ["\u001b[1m\u001b]8;;x\u0007bold\u001b]8;;\u0007", "bold"],
    // Without an end, or with a control character within, it is no link.
    ["\u001b]8;;http://x link", "␛]8;;http://x link"],
    ["\u001b]8;;a\u001b[31mb\u0007", "␛]8;;ab␇"],
    ["\u001b]8;x\u0007", "␛]8;x␇"],
    ["\u001b]0;title\u0007", "␛]0;title␇"],
  ])("lose the links in %j, and keep their texts", (text, shown) => {
    expect(programText(text)).toBe(shown);
    expect(
      programSpans(text)
        .map((one) => one.text)
        .join(""),
    ).toBe(shown);
  });

  it("keep the colors of a link's text", () => {
    expect(programSpans("\u001b[1m\u001b]8;;x\u0007bold\u001b]8;;\u0007")).toEqual([
      { text: "bold", tone: "plain", style: { bold: true } },
    ]);
  });

  it("take no columns before a tab", () => {
    expect(programText("\u001b[31mab\u001b[0m\tc")).toBe("ab      c");
    expect(programSpans("\u001b[31mab\u001b[0m\tc").map(({ text }) => text)).toEqual(["ab", "      c"]);
  });

  it("are printed again with codes of this program, or not at all", () => {
    const [first] = programSpans("\u001b[38;5;208;48;2;1;2;3;1mx");
    const [other] = programSpans("\u001b[91;42mx");
    const draw = (color: boolean, spans: typeof first) =>
      createStyle({ color }).program(visible("x"), spans?.style ?? {});
    expect(draw(true, first)).toBe("\u001b[1;38;5;208;48;2;1;2;3mx\u001b[0m");
    expect(draw(true, other)).toBe("\u001b[91;42mx\u001b[0m");
    expect(draw(false, first)).toBe("x");
  });
});

/** Pieces of sequences, of which only whole SGR sequences may have an effect. */
const pieces = [
  "\u001b",
  "\u001b[",
  "31",
  "m",
  ";",
  ":",
  "38",
  "5",
  "2",
  "\t",
  "[",
  "0",
  "\u009b",
  "\u001b]0;t\u0007",
  "\u001b]8;",
  ";http://x",
  "\u0007",
  "\u001b\\",
  "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\",
  "e\u0301\u0301\u0301",
];

test("whatever else a line contains is visible, and its spans are its text", () => {
  const random = seededRandom(25);
  const texts = hostileStrings.map(({ text }) => text);
  for (let round = 0; round < 20_000; round++) {
    texts.push(
      Array.from({ length: 1 + random.below(8) }, () =>
        random.below(3) === 0 ? hostileText(random, 6) : random.pick(pieces),
      ).join(""),
    );
  }
  for (const whole of texts) {
    for (const text of whole.split("\n")) {
      const spans = programSpans(text);
      const shown = spans.map((one) => one.text).join("");
      expect(shown).toBe(programText(text));
      expect(shown).toBe(visible(shown));
      // oxlint-disable-next-line no-control-regex -- that is what is looked for
      expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      const plain = text.includes("\u001b") ? shown : visibleLines(text.replaceAll("\r", "␍"))[0];
      expect(shown).toBe(plain);
      for (const { style = {} } of spans) {
        for (const color of [style.color ?? 0, style.background ?? 0]) {
          expect(Number.isInteger(color) && color >= 0 && color <= 0x1ff_ffff).toBe(true);
        }
      }
    }
  }
});
