import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findPolicies } from "../../../src/policy-files/find-policies.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const names = [
  "b.yaml",
  "b.yaml.review.json",
  "b.yaml.receipts.jsonl",
  "a.json",
  "notes.txt",
  ".hidden.yaml",
  "more/c.yml",
  "more/deep/d.YAML",
  "more/node_modules/e.yaml",
  "more/.git/f.yaml",
  "empty/readme.md",
];

/** Returns the policies that paths relative to a folder with those files stand for. */
function found(...paths: readonly string[]): readonly string[] {
  const folder = freshDataDir("policies");
  for (const name of names) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
  return findPolicies(paths.map((path) => (path === "-" ? path : `${folder}/${path}`))).map((file) =>
    file === "-" ? file : relative(folder, file),
  );
}

describe("the policies of paths", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["a file, whatever its name", ["notes.txt"], ["notes.txt"]],
    ["a folder with those in it, by name", ["."], ["a.json", "b.yaml", "more/c.yml", "more/deep/d.YAML"]],
    ["a pattern, without reviews and receipts", ["*.*"], ["a.json", "b.yaml", "notes.txt"]],
    ["a pattern that folders match", ["m[o]re"], ["more/c.yml", "more/deep/d.YAML"]],
    ["a pattern over folders", ["**/*.yml"], ["more/c.yml"]],
    ["stdin", ["-", "b.yaml"], ["-", "b.yaml"]],
    ["one file twice, in two ways", ["b.yaml", "./b.yaml", "more/../b.yaml", "*.yaml"], ["b.yaml"]],
    ["in the order of the paths", ["more/c.yml", "a.json", "more/c.yml"], ["more/c.yml", "a.json"]],
  ])("%s", (_, paths, files) => {
    expect(found(...paths)).toEqual(files);
  });

  test.each([
    ["a file that is not there", "x.yaml", /there is no file/],
    ["a pattern nothing matches", "*.toml", /there is no file/],
    ["a pattern of folders without policies", "empt[y]", /no policy matches/],
    ["a pattern of reviews alone", "*.review.json", /no policy matches/],
    ["a folder without policies", "empty", /there is no policy in/],
  ])("%s is an error", (_, path, message) => {
    expect(() => found("b.yaml", path)).toThrow(message);
  });
});
