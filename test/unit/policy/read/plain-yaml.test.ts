import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { readPlainYaml } from "../../../../src/policy/read/plain-yaml.ts";
import { readWholeYaml } from "../../../../src/policy/read/read-yaml.ts";
import { mutatedPolicyText } from "../../../support/policy/mutated-texts.ts";
import { toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

const fixtures = new URL("../../../../fixtures/policies/", import.meta.url);

test("the policies there are are read this way, and as js-yaml reads them", () => {
  const names = readdirSync(fixtures).filter((name) => name.endsWith(".yaml"));
  const texts = names.map((name) => readFileSync(new URL(name, fixtures), "utf8"));
  for (const text of [...texts, toYaml(validPolicy())]) expect(readPlainYaml(text)).toEqual(load(text));
});

describe("one text and what it is", () => {
  test.each([
    ["a: 1 # x\n\n# y\nb:\n  c: 'it''s' # z\n  d: \"#\"\n", { a: 1, b: { c: "it's", d: "#" } }],
    ["a:\n- b\n- c: 1\n  d: 2\n- - e\n  - f\ng:\n", { a: ["b", { c: 1, d: 2 }, ["e", "f"]], g: null }],
    ["a: [Λ1, 'b c', 2]\n", { a: ["Λ1", "b c", 2] }],
    ["a: >-\n  one\n  two\n\n  three\n\nb: |\n  x\n\n   y\n", { a: "one two\nthree", b: "x\n\n y\n" }],
    ["- a:b\n- x#y\n- -z\n- 2025-01-01\n-\n", ["a:b", "x#y", "-z", "2025-01-01", null]],
    ["a: b", { a: "b" }],
  ])("%j", (text, value) => {
    expect(readPlainYaml(text)).toEqual(value);
    expect(load(text)).toEqual(value);
  });

  test.each([
    "",
    "# x",
    "x",
    " a: 1",
    "a: 1\n  b: 2",
    "a: x\n  y",
    "a: 1\na: 2",
    "a: &b 1",
    "a: *b",
    "a: !!str 1",
    "a: {b: 1}",
    "a: b: c",
    "a:\tb",
    "a: 'x\n  y'",
    'a: "\\u0041"',
    "a: [1,\n 2]",
    "a: [[1]]",
    "a: [1, ]",
    "a: >+\n  x\n",
    "a: |2\n   x\n",
    "a: >\n  x\n    y\n",
    "--- \na: 1",
    "a: 1\n---\n",
    "a: 1\n...\n",
    "%YAML 1.2\n---\na: 1",
    "? a\n: b",
    "'a': 1",
    "a: 'b' c",
    "a: - b",
    "a: @b",
    "a: \u0007",
    "a: 🦉",
    "a: \uFEFFb",
    "a: 1\r\n",
    "__proto__: 1",
    "constructor: 1",
    "a:\n    b: 1\n  c: 2",
    "a: ''b",
  ])("%j is left to the whole reader", (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });
});

/** Lines that may follow on one another in good YAML, and often do not. */
function randomLines(random: Random): string {
  const values = [
    "",
    "",
    " ",
    "b",
    "b c",
    "1",
    "-1",
    "-",
    "- x",
    "a: b",
    "'q'",
    "'it''s'",
    '"q"',
    "'",
    '"',
    "[]",
    "[a, b]",
    "[a, 'b']",
    "[a",
    "a]",
    "x # y",
    "x#y",
    "# y",
    ">",
    ">-",
    "|",
    "|-",
    "|+",
    ">2",
    "&x",
    "*x",
    "!!str x",
    "{}",
    "~",
    "true",
    "a:b",
    "a:",
    ": b",
    "? b",
    "Λ1",
    "é",
    "🦉",
    "\u0085",
    "\u2028",
    "---",
    "...",
    "%",
    "@",
    "x: ",
    "x ",
    "''",
    "'a' b",
    "-a",
    "- - c",
    "- k: v",
    ",",
    "a, b",
    "null",
    "0x1F",
    ".5",
  ] as const;
  const starts = [
    "",
    "",
    "k: ",
    "k:",
    "k2: ",
    "l: ",
    "- ",
    "- ",
    "-",
    "- k: ",
    "- k:",
    "- - ",
    "# ",
    "__proto__: ",
    "'k': ",
    "K-1_x: ",
  ] as const;
  const tame = ["b", "b c", "1", "'q'", '"q"', "[a, b]", "", "x # y"] as const;
  const value = () => (random.below(3) > 0 ? random.pick(tame) : random.pick(values));
  const indent = () => " ".repeat(random.pick([0, 0, 0, 1, 2, 2, 2, 3, 4, 4]));
  const line = () => `${indent()}${random.pick(starts)}${value()}`;
  return (
    Array.from({ length: 1 + random.below(6) }, line).join("\n") + random.pick(["", "\n", "\n\n", " \n"])
  );
}

test("whatever is read this way the whole reader reads the same", () => {
  let read = 0;
  for (let seed = 0; seed < 150_000; seed++) {
    const text = seed % 30 === 0 ? mutatedPolicyText(seed) : randomLines(seededRandom(seed));
    const value = readPlainYaml(text);
    if (value === undefined) continue;
    read++;
    const reading = readWholeYaml(text);
    expect(reading.ok ? reading.document.value : reading.finding.message, JSON.stringify(text)).toEqual(
      value,
    );
  }
  expect(read).toBeGreaterThan(5_000);
});
