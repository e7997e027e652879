import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../../src/policy/edit/apply-edits.ts";
import type { Edit } from "../../../../src/policy/finding.ts";

const set = (path: string, value: string | number | boolean): Edit => ({ kind: "set", path, value });
const rename = (path: string, to: string): Edit => ({ kind: "rename", path, to });
const remove = (path: string): Edit => ({ kind: "remove", path });

const yaml = `# top
plain: word # behind
single: 'x'
double: "x"
number: &w 0.8 # anchored
same: *w
list: # of four
  - one # first
  # about two
  - two
  - key: v # inner
    other: n
  - &o {p: 1, q: 2}
alias: *o
flow: [a, b, c] # three
nothing:
text: |
  of two
  lines
one:
  - only
tagged: !!str 5
deep:
  - - x
    - y
last: "q"
`;

/** The lines that are gone and those that are new, in order; or why nothing was done. */
function changedLines(text: string, edit: Edit, format: "yaml" | "json" = "yaml"): unknown {
  const edited = applyEdits(text, [edit], format);
  if (!edited.ok) return edited.why;
  const [before, after] = [text.split("\n"), edited.text.split("\n")];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `-${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+${line}`),
  ];
}

describe("an edit of YAML changes the lines it has to, and keeps comments and quotes", () => {
  test.each<[string, Edit, readonly string[]]>([
    ["a plain word", set("/plain", "other"), ["-plain: word # behind", "+plain: other # behind"]],
    ["text that needs quotes", set("/plain", "a: b"), ["-plain: word # behind", '+plain: "a: b" # behind']],
    ["text like a number", set("/plain", "1.0"), ["-plain: word # behind", '+plain: "1.0" # behind']],
    [
      "text that older YAML takes for a date",
      set("/plain", "2025-07-01"),
      ["-plain: word # behind", '+plain: "2025-07-01" # behind'],
    ],
    [
      "text that older YAML takes for a boolean",
      set("/plain", "no"),
      ["-plain: word # behind", '+plain: "no" # behind'],
    ],
    ["an axis", set("/plain", "Λ10"), ["-plain: word # behind", "+plain: Λ10 # behind"]],
    ["a string in single quotes", set("/single", "it's"), ["-single: 'x'", "+single: 'it''s'"]],
    ["a line end in single quotes", set("/single", "a\nb"), ["-single: 'x'", String.raw`+single: "a\nb"`]],
    ["a string in double quotes", set("/double", "y"), ['-double: "x"', '+double: "y"']],
    ["a number where text was", set("/double", 0.5), ['-double: "x"', "+double: 0.5"]],
    ["an alias, whose anchor stays", set("/same", 0.5), ["-same: *w", "+same: 0.5"]],
    ["behind an alias", set("/alias/p", 5), ["-alias: *o", '+alias: {"p":5,"q":2}']],
    ["a key behind an alias", rename("/alias/p", "z"), ["-alias: *o", '+alias: {"z":1,"q":2}']],
    ["what is empty", set("/nothing", true), ["-nothing:", "+nothing: true"]],
    ["text over several lines", set("/text", "short"), ["-text: |", "-  of two", "-  lines", "+text: short"]],
    ["a value with a tag", set("/tagged", 5), ["-tagged: !!str 5", "+tagged: 5"]],
    ["a key", rename("/plain", "simple"), ["-plain: word # behind", "+simple: word # behind"]],
    ["a key that needs quotes", rename("/last", "a: b"), ['-last: "q"', '+"a: b": "q"']],
    ["an item and its comment", remove("/list/0"), ["-  - one # first"]],
    ["an item, but not the comment above", remove("/list/1"), ["-  - two"]],
    ["an item over two lines", remove("/list/2"), ["-  - key: v # inner", "-    other: n"]],
    [
      "the property behind a dash",
      remove("/list/2/key"),
      ["-  - key: v # inner", "-    other: n", "+  - other: n"],
    ],
    ["the property below it", remove("/list/2/other"), ["-    other: n"]],
    ["the first item in brackets", remove("/flow/0"), ["-flow: [a, b, c] # three", "+flow: [b, c] # three"]],
    ["the last item in brackets", remove("/flow/2"), ["-flow: [a, b, c] # three", "+flow: [a, b] # three"]],
    ["the only item", remove("/one/0"), ["-  - only", "+  []"]],
    ["the first of two dashes on a line", remove("/deep/0/0"), ["-  - - x", "-    - y", "+  - - y"]],
    ["a property and all its lines", remove("/text"), ["-text: |", "-  of two", "-  lines"]],
    ["the last line", remove("/last"), ['-last: "q"']],
  ])("%s", (_, edit, lines) => {
    expect(changedLines(yaml, edit)).toEqual(lines);
  });

  test.each<[string, Edit, RegExp]>([
    ["a value whose anchor is used elsewhere", set("/number", 0.5), /anchor/],
    ["the item with that anchor", remove("/list/3"), /anchor/],
    ["what is not there", set("/nowhere/at/all", 1), /no value/],
    ["an item past the end", remove("/flow/3"), /no value/],
    ["a key to one that there is", rename("/plain", "single"), /exists/],
  ])("and is not made of %s", (_, edit, why) => {
    expect(changedLines(yaml, edit)).toMatch(why);
  });
});

const json = '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {"x": "y"},\n  "c": null\n}\n';

test.each<[Edit, readonly string[]]>([
  [set("/a/1", 3), ["-    2", "+    3"]],
  [set("/b/x", 'a "quote"'), ['-  "b": {"x": "y"},', String.raw`+  "b": {"x": "a \"quote\""},`]],
  [set("/c", "Λ1"), ['-  "c": null', '+  "c": "Λ1"']],
  [rename("/b", "b b"), ['-  "b": {"x": "y"},', '+  "b b": {"x": "y"},']],
  [remove("/a/0"), ["-    1,"]],
  [remove("/a/1"), ["-    1,", "-    2", "+    1"]],
  [remove("/b/x"), ['-  "b": {"x": "y"},', '+  "b": {},']],
  [remove("/c"), ['-  "b": {"x": "y"},', '-  "c": null', '+  "b": {"x": "y"}']],
])("in JSON %j changes the lines it has to", (edit, lines) => {
  expect(changedLines(json, edit, "json")).toEqual(lines);
});

test("the byte order mark and line ends stay", () => {
  const edited = applyEdits(
    "\uFEFFa: 1 # x\r\nb:\r\n  - c\r\n  - d\r\n",
    [set("/a", 2), remove("/b/0")],
    "yaml",
  );
  expect(edited).toEqual({ ok: true, text: "\uFEFFa: 2 # x\r\nb:\r\n  - d\r\n" });
});

test("edits are made one after another, and all or none", () => {
  const edits = [remove("/a/0"), set("/a/0", 5)];
  expect(applyEdits(json, edits, "json")).toMatchObject({
    ok: true,
    text: expect.stringContaining("[\n    5\n  ]"),
  });
  expect(applyEdits(json, [...edits, remove("/a/7")], "json")).toMatchObject({
    ok: false,
    edit: { path: "/a/7" },
  });
});

test("a text that cannot be read is not edited", () => {
  expect(applyEdits("a: [", [set("/a", 1)], "yaml")).toMatchObject({
    ok: false,
    why: expect.stringMatching(/closed/),
  });
});
