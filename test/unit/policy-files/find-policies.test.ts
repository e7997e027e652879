import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findPolicies } from "../../../src/policy-files/find-policies.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { policyFolder } from "../../support/policy/policy-folder.ts";

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
  const { files } = findPolicies(paths.map((path) => (path === "-" ? path : `${folder}/${path}`)));
  return files.map((file) => (file === "-" ? file : relative(folder, file)));
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

describe("links below a path", () => {
  const linked = () => {
    const outside = policyFolder({ "a.yaml": "", "env.yaml": "secret" });
    const folder = policyFolder({ "real/a.yaml": "", "real/deep/b.yaml": "", "policies/own.yaml": "" });
    const link = (target: string, name: string) => symlinkSync(target, join(folder, "policies", name));
    return { folder, outside, link, all: (path: string) => findPolicies([join(folder, path)]) };
  };

  test("are followed within the work tree, in directories and patterns", async () => {
    const { folder, link, all } = linked();
    link("../real", "eu");
    expect(all("policies").skipped).toEqual([
      {
        path: join(folder, "policies/eu"),
        why: `it is a link that leads out of ${join(folder, "policies")}`,
      },
    ]);
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main");
    const files = ["eu/a.yaml", "eu/deep/b.yaml", "own.yaml"].map((name) => join(folder, "policies", name));
    for (const path of ["policies", "policies/**/*.yaml", "p*/**"]) {
      expect(all(path)).toMatchObject({ files, skipped: [] });
    }
    expect(all("policies/*/*.yaml").files).toEqual(files.slice(0, 1));
    symlinkSync("policies", join(folder, "named"));
    expect(all("named").files).toEqual(
      files.map((file) => file.replace("/policies/policies/", "/policies/named/")),
    );
  });

  test("that leave it, are broken, circular or hidden, or no files are named", () => {
    const { folder, outside, link, all } = linked();
    mkdirSync(join(folder, "policies/.private"));
    writeFileSync(join(folder, "policies/.private/token"), "secret");
    execFileSync("mkfifo", [join(folder, "policies/pipe.yaml")]);
    link(join(outside, "env.yaml"), "env.yaml");
    link(outside, "outside");
    link("nowhere", "broken.yaml");
    link("nowhere", "gone");
    link("round.yaml", "round.yaml");
    link("..", "up");
    link(".", "here");
    link(".private/token", "token.yaml");
    // These have the names of other files.
    link("nowhere", "notes.md");
    link(join(outside, "a.yaml"), "README");
    const out = `it is a link that leads out of ${join(folder, "policies")}`;
    const skipped = [
      ["broken.yaml", "it is a broken link"],
      ["env.yaml", out],
      ["gone", "it is a broken link"],
      ["here", "it is a link to a directory that it is in"],
      ["outside", out],
      ["pipe.yaml", "it is not a file"],
      ["round.yaml", "it is a circular link"],
      ["token.yaml", "it is a link to a hidden file"],
      ["up", out],
    ].map(([name = "", why]) => ({ path: join(folder, "policies", name), why }));
    expect(all("policies")).toEqual({ files: [join(folder, "policies/own.yaml")], skipped, others: [] });
    const names = ["broken", "env", "round", "token"].map((name) => `${name}.yaml`);
    expect(
      all("policies/*.yaml")
        .skipped.map(({ path }) => basename(path))
        .toSorted(),
    ).toEqual(names);
  });

  test("are followed a limited number of times", () => {
    const { folder, all } = linked();
    for (const name of ["x", "y", "z"]) mkdirSync(join(folder, "policies", name));
    for (const from of ["x", "y", "z"]) {
      for (let index = 0; index < 30; index += 1) {
        for (const to of ["x", "y", "z"])
          symlinkSync(`../${to}`, join(folder, "policies", from, `${to}${index}`));
      }
    }
    const { files, skipped } = all("policies");
    expect(files).toEqual([join(folder, "policies/own.yaml")]);
    expect(skipped).toContainEqual(
      expect.objectContaining({ why: "more than 100 links lead to directories" }),
    );
  });
});

test("files of other kinds are named as what they are where they are given, and left out elsewhere", () => {
  const schema = '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }';
  const folder = policyFolder({
    "a.yaml": "",
    "a.yaml.proposal.json": "{}",
    "a.yaml.A-1.proof.json": "{}",
    "a.yaml.receipts.jsonl": "",
    "a.yaml.review.json": "{}",
    "a.yaml.review/A-1.json": "{}",
    "b.schema.json": "{}",
    "schema.json": schema,
    "policy.json": schema.replace("}", ', "regulatory_clauses": [] }'),
  });
  const names = ["a.yaml", "policy.json"].map((name) => join(folder, name));
  for (const path of [folder, `${folder}/*`, `${folder}/**`]) {
    expect(findPolicies([path])).toEqual({ files: names, skipped: [], others: [] });
  }
  const given = [
    ["a.yaml.proposal.json", "a proposal"],
    ["a.yaml.A-1.proof.json", "a proof"],
    ["a.yaml.receipts.jsonl", "a chain of receipts"],
    ["a.yaml.review.json", "a review"],
    ["a.yaml.review/A-1.json", "a review"],
    ["b.schema.json", "a JSON Schema"],
    ["schema.json", "a JSON Schema"],
  ].map(([name = "", kind]) => ({ path: join(folder, name), kind }));
  expect(findPolicies([...names, ...given.map(({ path }) => path)])).toEqual({
    files: names,
    skipped: [],
    others: given,
  });
});
