import { describe, expect, test } from "vitest";
import { maxDepth } from "../../../../src/policy/read/fault.ts";
import { readJson } from "../../../../src/policy/read/read-json.ts";
import { readDocument, readFault } from "../../../support/policy/readings.ts";
import { randomJson } from "../../../support/random-json.ts";
import { seededRandom } from "../../../support/random.ts";

describe("what JSON cannot be read, and where", () => {
  test.each([
    ["nothing at all", "", "", /empty/],
    ["only space", " \n\t", " \n\t", /empty/],
    ["a comma behind the last item", "[1, 2,\n]", ",", /no comma at the end of a list/],
    ["a comma behind the last property", '{"a": 1,}', ",", /no comma at the end of an object/],
    ["two commas", "[1,, 2]", ",", /a value is expected/],
    ["a missing comma", '{"a": 1\n "b": 2}', '"', /a comma or } is expected/],
    ["a missing colon", '{"a" 1}', "1", /a colon after the key is expected/],
    ["a missing value", '{"a": }', "}", /a value is expected/],
    ["single quotes", "{'a': 1}", "'", /no single quotes/],
    ["a key without quotes", "{a: 1}", "a", /a key is expected here, not a/],
    ["a comment", '{} // "x"', "/", /after the end/],
    ["a comment in front", "# x\n{}", "#", /no comments/],
    ["Python's words", '{"a": True}', "True", /a value is expected here, not True/],
    ["not a number", "[NaN]", "NaN", /a value is expected/],
    ["leading zeros", "[007]", "007", /leading zeros/],
    ["a number that breaks off", "[1.]", "1.", /not a JSON number/],
    ["a plus sign", "[+1]", "+", /a value is expected/],
    ["a hexadecimal number", "[0x1F]", "0x1F", /not a JSON number/],
    ["a string that never ends", '{"a": "xy}', '"xy}', /never closed/],
    ["a string over two lines", '["x\ny"]', '"x', /not closed on its line/],
    ["a tab in a string", '["a\tb"]', "\t", /a tab must be escaped/],
    ["U+0000 in a string", '["a\u0000b"]', "\u0000", /U\+0000 must be escaped/],
    ["U+0000 outside", "[\u0000]", "\u0000", /not U\+0000/],
    ["an unknown escape", String.raw`["\x41"]`, String.raw`\x`, /no such escape/],
    ["a short escape", String.raw`["\u41"]`, String.raw`\u`, /four hexadecimal digits/],
    ["a list that never ends", '{"a": [1, 2', "[", /list that begins here is never closed/],
    ["an object that never ends", '{"a": {"b": 2}', "{", /object that begins here is never closed/],
    ["more behind the end", "{} {}", "{", /after the end/],
    ["a key twice", '{"a": 1, "b": 2, "a": 3}', '"a"', /the key "a" is repeated/],
    [
      "a key twice, once by its number",
      String.raw`{"a": 1, "\u0061": 2}`,
      String.raw`"\u0061"`,
      /is repeated/,
    ],
    ["__proto__ twice", '{"__proto__": 1, "__proto__": 2}', '"__proto__"', /is repeated/],
    ["half a surrogate pair by its number", String.raw`["\ud83e"]`, String.raw`"\ud83e"`, /a lone surrogate/],
    ["half a surrogate pair", '["\ud83e"]', "\ud83e", /a lone surrogate/],
  ])("%s", (_, text, broken, message) => {
    const fault = readFault(readJson(text));
    expect(fault).toMatchObject({ rule: "parse", severity: "error", path: "", keyword: null });
    expect(fault.message).toMatch(message);
    expect(text.slice(fault.start, fault.end)).toBe(broken);
  });

  test.each([
    ["[NaN]", "JSON has no such number: write a finite one"],
    ["[None]", "JSON writes null"],
    ["[high]", 'put "high" in double quotes'],
  ])("%s is told what to do about it", (text, hint) => {
    expect(readFault(readJson(text)).hint).toBe(hint);
  });

  test("a repeated key is reported at its second place", () => {
    expect(readFault(readJson('{"a": 1,\n "a": 2}'))).toMatchObject({ line: 2, column: 2, endColumn: 5 });
  });

  test(`${maxDepth} lists within one another are read, one more is not`, () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(readJson(nested(maxDepth)).ok).toBe(true);
    expect(readFault(readJson(nested(maxDepth + 1)))).toMatchObject({ column: maxDepth + 1 });
    expect(readFault(readJson("[".repeat(1_000_000))).message).toMatch(/deep/);
  });
});

test("a right text is read as JSON.parse reads it, and the places of all that is in it are those of its own text", () => {
  for (let seed = 0; seed < 500; seed++) {
    const text = JSON.stringify(randomJson(seededRandom(seed), 4), null, seed % 3);
    if (!text.isWellFormed() || text.includes(String.raw`\ud`)) continue;
    const document = readDocument(readJson(text));
    expect(document.value).toEqual(JSON.parse(text));
    const place = document.valuePlace("");
    expect(text.slice(place?.start, place?.end)).toBe(text);
  }
});

/** Returns the verdicts of both parsers on a text: its value, or that it has none. */
function verdicts(text: string) {
  const reading = readJson(text);
  const ours = reading.ok ? { value: reading.document.value } : "refused";
  if (!reading.ok && reading.finding.message.includes("is repeated")) return null;
  try {
    return { ours, theirs: { value: JSON.parse(text) as unknown } };
  } catch {
    return { ours, theirs: "refused" };
  }
}

test("whatever JSON.parse refuses is refused, and nothing else but a key that is repeated", () => {
  const random = seededRandom(7);
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"b"',
    "1",
    "-0.5e3",
    "true",
    "null",
    " ",
    "\n",
    "'",
    "01",
    "\\",
  ];
  let right = 0;
  for (let round = 0; round < 30_000; round++) {
    const text = Array.from({ length: random.below(7) }, () => random.pick(pieces)).join("");
    const both = verdicts(text);
    if (both === null) continue;
    expect(both.ours, text).toEqual(both.theirs);
    if (both.ours !== "refused") right++;
  }
  expect(right).toBeGreaterThan(500);
});

test("a byte order mark is passed over, and columns are counted behind it", () => {
  const document = readDocument(readJson('\uFEFF{"a": 1}'));
  expect(document.valuePlace("/a")).toMatchObject({ line: 1, column: 7, start: 6 });
});

test("an own key __proto__ is a key, and gives nothing to inherit", () => {
  const { value } = readDocument(readJson('{"__proto__": {"title": "x"}}'));
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect((value as { title?: string }).title).toBeUndefined();
});

test("colons behind quotes within strings do not hide a key that is repeated, nor make one", () => {
  expect(readJson(String.raw`{"a": "\": b", "c": ":"}`).ok).toBe(true);
  expect(readJson(String.raw`{"a" : "\":", "a" : 1}`).ok).toBe(false);
});
