import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { maxDepth } from "../../../../src/policy/read/fault.ts";
import { readYaml } from "../../../../src/policy/read/read-yaml.ts";
import { placedTexts, readDocument, readFault } from "../../../support/policy/readings.ts";
import { toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";

const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
  .concat(
    ["b", "c", "d", "e", "f", "g"].map(
      (name, index) => `${name}: &${name} [${`*${"abcdef"[index]}, `.repeat(10)}]`,
    ),
  )
  .join("\n");

describe("what YAML cannot be read, and where", () => {
  test.each([
    ["nothing at all", "", "", /empty/],
    ["only a comment", "# x\n", "", /empty/],
    ["only the mark of a document", "---\n", "", /empty/],
    ["a key twice", "a: 1\nb: 2\na: 3\n", "a", /the key "a" is repeated/],
    ["an empty key twice", "? x\n: : 1\n  : 2\n", "", /the key "" is repeated/],
    ["a key twice in flow style", "{a: 1, 'a': 2}", "a", /is repeated/],
    ["a key twice, once by an alias", "? &k a\n: 1\n*k : 2\n", "*k", /is repeated/],
    [
      "a merge conflict",
      "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> main\n",
      "<<<<<<<",
      /merge conflict/,
    ],
    ["a tab in the indentation", "a:\n\tb: 1\n", "\t", /a tab/],
    ["a second document", "a: 1\n---\nb: 2\n", "---", /second document/],
    ["a second document without anything", "a: |\n  ---\n---\n", "---", /second document/],
    ["an empty document and another", "---\n---\na: 1\n", "---", /second document/],
    ["a second document behind an end", "a: 1\n...\n# x\nb: 2\n", "b", /second document/],
    ["a second document of one letter", "a: 1\n...\nx", "x", /second document/],
    ["an alias without an anchor", "a: *nowhere\n", "*nowhere", /no anchor &nowhere/],
    ["an alias before its anchor", "a: *b\nb: &b 1\n", "*b", /no anchor &b/],
    ["an alias within its own anchor", "a: &a [1, *a]\n", "*a", /within its own value/],
    ["aliases of aliases of aliases", laughs, "*d", /more than 100000 values/],
    ["a list as a key", "? [a]\n: 1\n", "[", /cannot be a key/],
    ["a mapping as a key", "{{a: 1}: 2}", "{", /cannot be a key/],
    ["an alias of a number as a key", "a: &x 1\n*x : 2\n", "*x", /as a key, but is not text/],
    ["a tag of another language", "a: !!python/object:os.system x\n", "!!python/object:os.system", /tag/],
    ["a tag of one's own", "a: !mine [1]\n", "!mine", /tag "!mine"/],
    ["a tag the text does not fit", "a: !!int x\n", "!!int", /tag/],
    ["a tag on the wrong kind of value", "a: !!seq {b: 1}\n", "!!seq", /tag/],
    ["!!binary", "a: !!binary aGk=\n", "!!binary", /tag/],
    ["U+0000", "a: x\u0000\n", "\u0000", /U\+0000/],
    ["a control character", "a: x\u0007y\n", "\u0007", /control character/],
    ["half a surrogate pair", "a: '\ud83e'\n", "\ud83e", /a lone surrogate/],
    [
      "half a surrogate pair by its number",
      String.raw`a: "\ud83e"`,
      String.raw`"\ud83e"`,
      /a lone surrogate/,
    ],
    ["a number past the last character", String.raw`a: "x\U00110000"`, String.raw`\U`, /no character/],
    ["an unknown escape", String.raw`a: "\q"`, "q", /no such escape/],
    ["a quote that is never closed", "a: 'x", "", /never closed/],
    ["a quote that is closed too late", "a: 'x\nb: 'y'\n", "b", /quote or bracket above is not closed/],
    ["a bracket that is never closed", "a: [1, 2", "", /never closed/],
    ["a bracket that is closed too late", "a: [1, 2\nb: 3]\n", "b", /quote or bracket above is not closed/],
    ["two values on a line", "a: b: c\n", ":", /second colon/],
    ["text behind a closing quote", "a: 'it's'\n", "s", /after its closing quote/],
    ["a key below a text, further in", "a: b\n  c: d\n", ":", /continues the text above/],
    ["a key below one without a space", "x: y\na:b\nc: d\n", ":", /the line above has none/],
    ["text that begins with &", "a: & b\n", " ", /a name is expected after &/],
    ["text that begins with !", "a: !{x}\n", "", /not a YAML tag/],
    ["a block text with two signs", "a: |--\n  b\n", "-", /\| and >/],
    ["text on the line of its |", "a: | b\n", "b", /\| and >/],
    ["an unknown directive", "%YAML\n---\na: 1\n", "-", /line with %/],
    ["text that begins with an at sign", "a: @x\n", "@", /has a special meaning/],
    ["indentation that fits nothing", "a:\n    b: 1\n  c: 2\n", "c", /indentation|belongs to nothing/],
  ])("%s", (_, text, broken, message) => {
    const fault = readFault(readYaml(text));
    expect(fault).toMatchObject({ rule: "parse", severity: "error", path: "", keyword: null });
    expect(fault.message).toMatch(message);
    expect(text.slice(fault.start, fault.end)).toBe(broken);
  });

  test("a second document is found at its own mark", () => {
    expect(readFault(readYaml("---\na: 1\n---\nb: 2\n"))).toMatchObject({ line: 3, column: 1, endColumn: 4 });
  });

  test.each([
    ["block lists", (depth: number) => `${"- ".repeat(depth)}x`],
    ["flow lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
    ["flow mappings", (depth: number) => "{a: ".repeat(depth) + "}".repeat(depth)],
  ])(`${maxDepth} %s within one another are read, one more is not`, (_, nested) => {
    expect(readYaml(nested(maxDepth)).ok).toBe(true);
    expect(readFault(readYaml(nested(maxDepth + 1))).message).toMatch(/deep/);
    expect(readFault(readYaml(nested(10 * maxDepth))).message).toMatch(/deep/);
  });

  test("an alias counts with the depth of its value", () => {
    const half = "[".repeat(60) + "]".repeat(60);
    const fault = readFault(readYaml(`a: &a ${half}\nb: ${"[".repeat(60)}*a${"]".repeat(60)}\n`));
    expect(fault).toMatchObject({ line: 2, message: expect.stringMatching(/deep/) });
  });
});

test("a policy is read as js-yaml reads it", () => {
  const text = toYaml(validPolicy());
  expect(readDocument(readYaml(text)).value).toEqual(load(text));
});

test.each([
  ["2025-07-01", "2025-07-01"],
  ["yes", "yes"],
  ["0o17", 15],
  ["0x1F", 31],
  ["017", 17],
  ["1e3", 1000],
  ["1_000", "1_000"],
  ["1:30", "1:30"],
  [".inf", Number.POSITIVE_INFINITY],
  ["-.INF", Number.NEGATIVE_INFINITY],
  [".nan", Number.NaN],
  ["~", null],
  ["", null],
  ["True", true],
  ["tRue", "tRue"],
  ["'1'", "1"],
  ["!!str 1", "1"],
  ["! 1", "1"],
  ["!!float 1", 1],
  ["!!null ''", null],
  ["!<tag:yaml.org,2002:bool> true", true],
  [String.raw`"\u039B1 \U0001F989"`, "Λ1 🦉"],
])("the value %s is that of YAML 1.2's core schema", (written, value) => {
  expect(readDocument(readYaml(`a: ${written}\n`)).value).toEqual({ a: value });
});

test("keys are text, whatever they would be as values, and << is one of them", () => {
  const { value } = readDocument(readYaml("base: &b {x: 1}\n<<: *b\n1: a\ntrue: b\n2025-01-01: c\n"));
  expect(value).toEqual({ base: { x: 1 }, "<<": { x: 1 }, 1: "a", true: "b", "2025-01-01": "c" });
});

test("an own key __proto__ is a key, and gives nothing to inherit", () => {
  const { value } = readDocument(readYaml("__proto__: {title: x}\nconstructor: 1\n"));
  expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
  expect((value as { title?: string }).title).toBeUndefined();
});

const everyForm = `# a comment
hollow: | # nothing
? |
  below
: b
block: |2-  # of the header
    text
     more

flow: {x: 1, "y z": [1, 2, {k: v},], q: } # behind
tagged: !!str   12
list: &anchor
  - 1
  -
  - - n
    - >
      folded

alias: *anchor
quoted: 'it''s'
none:
"key": &x
? explicit
: j
pairs: [a: b, c]
empty: [ ]
last: {}
`;

describe.each([
  ["LF", everyForm],
  ["CR LF", everyForm.replaceAll("\n", "\r\n")],
])("the places of values and keys, with %s", (_, text) => {
  test.each([
    ["/flow", '{x: 1, "y z": [1, 2, {k: v},], q: }', "flow"],
    ["/flow/y z", "[1, 2, {k: v},]", '"y z"'],
    ["/flow/y z/2/k", "v", "k"],
    ["/flow/q", "", "q"],
    ["/tagged", "12", "tagged"],
    ["/list/0", "1", null],
    ["/list/1", "", null],
    ["/list/2/0", "n", null],
    ["/alias", "*anchor", "alias"],
    ["/alias/2/1", "*anchor", "*anchor"],
    ["/quoted", "'it''s'", "quoted"],
    ["/none", "", "none"],
    ["/key", "", '"key"'],
    ["/explicit", "j", "explicit"],
    ["/hollow", "|", "hollow"],
    ["/pairs/0", "a: b", null],
    ["/pairs/0/a", "b", "a"],
    ["/pairs/1", "c", null],
    ["/empty", "[ ]", "empty"],
    ["/last", "{}", "last"],
    ["/nothing", null, null],
    ["/list/3", null, null],
  ])("%s", (path, value, key) => {
    expect(placedTexts(readDocument(readYaml(text)), path)).toEqual({ value, key });
  });

  test("of texts over several lines, from their indicator to their last character", () => {
    const document = readDocument(readYaml(text));
    expect(placedTexts(document, "/block").value).toMatch(/^\|2- {2}# of the header[^]*more$/);
    expect(placedTexts(document, "/list/2/1").value).toMatch(/^>\s+folded$/);
    expect(placedTexts(document, "/list").value).toMatch(/^- 1[^]*folded$/);
    expect(document.valuePlace("/block")).toMatchObject({ line: 6, column: 8, endLine: 8, endColumn: 10 });
    expect(placedTexts(document, "/below\n").key).toMatch(/^\|\s+below$/);
  });
});
