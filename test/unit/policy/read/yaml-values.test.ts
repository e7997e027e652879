import { load } from "js-yaml";
import { expect, test } from "vitest";
import { readYaml } from "../../../../src/policy/read/read-yaml.ts";
import { mutatedPolicyText } from "../../../support/policy/mutated-texts.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

test.each([
  ["a: 1 # x\n\n# y\nb:\n  c: 'it''s' # z\n  d: \"#\"\n", { a: 1, b: { c: "it's", d: "#" } }],
  ["a:\n- b\n- c: 1\n  d: 2\n- - e\n  - f\ng:\n", { a: ["b", { c: 1, d: 2 }, ["e", "f"]], g: null }],
  ["a: [Λ1, 'b c', 2]\n", { a: ["Λ1", "b c", 2] }],
  ["a: >-\n  one\n  two\n\n  three\n\nb: |\n  x\n\n   y\n", { a: "one two\nthree", b: "x\n\n y\n" }],
  ["- a:b\n- x#y\n- -z\n- 2025-01-01\n-\n", ["a:b", "x#y", "-z", "2025-01-01", null]],
  ["a: b", { a: "b" }],
])("%j", (text, value) => {
  const reading = readYaml(text);
  expect(reading.ok ? reading.document.value : reading.finding.message).toEqual(value);
});

/** Lines that are often good YAML in a row, without empty keys: js-yaml reads those as `null`, and a policy's keys are text. */
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

function loaded(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}

test("a text that can be read has the value js-yaml's own loader gives it", () => {
  let read = 0;
  for (let seed = 0; seed < 20_000; seed++) {
    const text = seed % 30 === 0 ? mutatedPolicyText(seed) : randomLines(seededRandom(seed));
    const reading = readYaml(text);
    if (!reading.ok) continue;
    read++;
    expect(reading.document.value, JSON.stringify(text)).toEqual(loaded(text));
  }
  expect(read).toBeGreaterThan(2_000);
});
