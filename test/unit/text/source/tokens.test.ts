import { describe, expect, it } from "vitest";
import { firstLine, type LineStart, scanLine, type TokenKind } from "../../../../src/text/source/tokens.ts";
import { hostileText } from "../../../support/hostile-text.ts";
import { shippedPolicy } from "../../../support/policy/policy-folder.ts";
import { seededRandom } from "../../../support/random.ts";

const signs: Readonly<Record<TokenKind, string>> = {
  key: "K",
  text: "T",
  value: "V",
  comment: "C",
  punctuation: "P",
};

/** Returns each line of a text with the kinds of its tokens: `K⟨a: ⟩V⟨1⟩`. */
function marked(text: string): readonly string[] {
  let start: LineStart = firstLine;
  return text.split("\n").map((line) => {
    const { tokens, next } = scanLine(line, start);
    start = next;
    let at = 0;
    return tokens
      .map(({ kind, end }) => {
        const piece = `${signs[kind]}⟨${line.slice(at, end)}⟩`;
        at = end;
        return piece;
      })
      .join("");
  });
}

describe("the tokens of YAML", () => {
  it.each([
    ["weight: 0.85 # why", "K⟨weight: ⟩V⟨0.85 ⟩C⟨# why⟩"],
    ["  - axis: Λ4", "P⟨  - ⟩K⟨axis: ⟩T⟨Λ4⟩"],
    ["- - x: ~", "P⟨- - ⟩K⟨x: ⟩V⟨~⟩"],
    ["url: https://a.b/c#d", "K⟨url: ⟩T⟨https://a.b/c#d⟩"],
    ['"a: b": "c # d" # e', 'K⟨"a: b": ⟩T⟨"c # d" ⟩C⟨# e⟩'],
    ["'it''s' : 'no' # x", "K⟨'it''s' : ⟩T⟨'no' ⟩C⟨# x⟩"],
    ["[a, 1, {b: true, c: x y}] # z", "P⟨[⟩T⟨a⟩P⟨, ⟩V⟨1⟩P⟨, {⟩K⟨b: ⟩V⟨true⟩P⟨, ⟩K⟨c: ⟩T⟨x y⟩P⟨}] ⟩C⟨# z⟩"],
    ["a: &x !!str *y", "K⟨a: ⟩P⟨&x !!str *y⟩"],
    ["? a", "P⟨? ⟩T⟨a⟩"],
    ["---", "P⟨---⟩"],
    ["%YAML 1.2", "P⟨%YAML 1.2⟩"],
    ["day: 2026-01-01", "K⟨day: ⟩T⟨2026-01-01⟩"],
    [
      "n: [-1, .5, 1e3, 0x1F, .inf, 1.0.0]",
      "K⟨n: ⟩P⟨[⟩V⟨-1⟩P⟨, ⟩V⟨.5⟩P⟨, ⟩V⟨1e3⟩P⟨, ⟩V⟨0x1F⟩P⟨, ⟩V⟨.inf⟩P⟨, ⟩T⟨1.0.0⟩P⟨]⟩",
    ],
    ["a#b: c", "K⟨a#b: ⟩T⟨c⟩"],
    ["x:y", "T⟨x:y⟩"],
    ["", ""],
  ])("of %j are of the right kind", (text, expected) => {
    expect(marked(text)).toEqual([expected]);
  });

  it("of a block text are text up to the line that is not deeper, whatever it contains", () => {
    expect(marked("a: >- # why\n  - b: 1 # no comment\n\n  true\nc: |2\n x\nd: |\ne: 1")).toEqual([
      "K⟨a: ⟩P⟨>- ⟩C⟨# why⟩",
      "T⟨  - b: 1 # no comment⟩",
      "",
      "T⟨  true⟩",
      "K⟨c: ⟩P⟨|2⟩",
      "T⟨ x⟩",
      "K⟨d: ⟩P⟨|⟩",
      "K⟨e: ⟩V⟨1⟩",
    ]);
    expect(marked("- - a: |\n      x: 1\n    b: 2")).toEqual([
      "P⟨- - ⟩K⟨a: ⟩P⟨|⟩",
      "T⟨      x: 1⟩",
      "P⟨    ⟩K⟨b: ⟩V⟨2⟩",
    ]);
  });

  it("of a plain text on several lines are text up to a comment or a line that is not deeper", () => {
    expect(marked("a: one\n  two: 3\n\n  4 # end\n  # more\nb: 5")).toEqual([
      "K⟨a: ⟩T⟨one⟩",
      "T⟨  two: 3⟩",
      "",
      "T⟨  4 ⟩C⟨# end⟩",
      "P⟨  ⟩C⟨# more⟩",
      "K⟨b: ⟩V⟨5⟩",
    ]);
  });

  it("of a quoted text on several lines are text up to its quote", () => {
    expect(marked("a: \"b: 1\n  c: \\\" 2\n  # d\" # e\nf: 'g\n  h'': i'\nj: 1")).toEqual([
      'K⟨a: ⟩T⟨"b: 1⟩',
      'T⟨  c: \\" 2⟩',
      'T⟨  # d" ⟩C⟨# e⟩',
      "K⟨f: ⟩T⟨'g⟩",
      "T⟨  h'': i'⟩",
      "K⟨j: ⟩V⟨1⟩",
    ]);
  });

  it("of brackets on several lines keep to them", () => {
    expect(marked("a: [b, # c\n  d: e,\n  - f]\ng: h")).toEqual([
      "K⟨a: ⟩P⟨[⟩T⟨b⟩P⟨, ⟩C⟨# c⟩",
      "P⟨  ⟩K⟨d: ⟩T⟨e⟩P⟨,⟩",
      "P⟨  ⟩T⟨- f⟩P⟨]⟩",
      "K⟨g: ⟩T⟨h⟩",
    ]);
  });
});

it("tells keys, texts and values of JSON apart", () => {
  expect(marked('{\n  "a": "x\\": #",\n\t"b":[1,-2.5e3,true,null],"c":{}\n}')).toEqual([
    "P⟨{⟩",
    'P⟨  ⟩K⟨"a": ⟩T⟨"x\\": #"⟩P⟨,⟩',
    'P⟨\t⟩K⟨"b":⟩P⟨[⟩V⟨1⟩P⟨,⟩V⟨-2.5e3⟩P⟨,⟩V⟨true⟩P⟨,⟩V⟨null⟩P⟨],⟩K⟨"c":⟩P⟨{}⟩',
    "P⟨}⟩",
  ]);
});

it("changes the color at most four times on a line of a policy", () => {
  for (const vertical of ["healthcare", "legaltech"]) {
    let start: LineStart = firstLine;
    for (const line of shippedPolicy(vertical)
      .split("\n")
      .filter((one) => !one.includes("["))) {
      const { tokens, next } = scanLine(line, start);
      expect(tokens.length).toBeLessThanOrEqual(4);
      start = next;
    }
  }
});

it("covers any text, with tokens in order", () => {
  const random = seededRandom(7);
  const pieces = [
    "- ",
    ": ",
    "#",
    '"',
    "'",
    "[",
    "}",
    ",",
    "|",
    ">-",
    " ",
    "\t",
    "a",
    "Λ",
    "0.5",
    "true",
    "&",
    "\\",
  ];
  let start: LineStart = firstLine;
  for (let round = 0; round < 20_000; round += 1) {
    const line =
      round % 2 === 0
        ? Array.from({ length: random.below(12) }, () => random.pick(pieces)).join("")
        : hostileText(random, 30).replaceAll(/[\r\n]/g, "");
    const { tokens, next } = scanLine(line, start);
    const ends = tokens.map(({ end }) => end);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(new Set(ends).size).toBe(ends.length);
    expect(ends.at(-1) ?? 0).toBe(line.length);
    start = random.below(5) === 0 ? firstLine : next;
  }
});

it("keeps the kind of a line of a million characters after its first twenty thousand", () => {
  const { tokens } = scanLine(`[${"1,".repeat(500_000)}]`, firstLine);
  expect(tokens.length).toBeLessThan(30_000);
  expect(tokens.at(-1)).toEqual({ kind: "text", end: 1_000_002 });
});
