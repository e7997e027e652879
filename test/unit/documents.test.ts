import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { manualPages } from "../../scripts/manual-pages.ts";
import { referenceDocuments } from "../../scripts/write-reference.ts";
import { filterStates } from "../../src/model/filter.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [...markdownIn("."), ...markdownIn("docs"), ...markdownIn("docs/decisions")];

test.each(Object.entries(referenceDocuments))(
  "%s is what scripts/write-reference.ts writes",
  (path, text) => {
    expect(read(path)).toBe(text());
  },
);

test("the manual pages are those of package.json", () => {
  const pages = readdirSync(join(root, "man")).map((name) => `man/${name}`);
  expect(pages.toSorted()).toEqual(Object.keys(manualPages).toSorted());
  expect(manifest.man.toSorted()).toEqual(pages.toSorted());
});

test.each(documents)("the links of %s lead to files", (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link ?? "");
  expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
});

test("the README has fewer than 200 lines", () => {
  expect(read("README.md").split("\n").length).toBeLessThan(200);
});

test("the files that docs/architecture.md names exist", () => {
  const named = read("docs/architecture.md").matchAll(
    /(?<![\w/])(?:src|test|scripts|bench)\/[\w./-]*\w(?!\*)/g,
  );
  const paths = [...named].map(([path]) => path);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("docs/architecture.md lists every room", () => {
  const rooms = readdirSync(join(root, "src")).filter((name) => !name.endsWith(".ts"));
  const text = read("docs/architecture.md");
  expect(rooms.filter((room) => !text.includes(`| \`${room}/\` |`))).toEqual([]);
});

test("docs/filters.md describes every state of a delivery", () => {
  const states = [...read("docs/filters.md").matchAll(/^\| `is:(\w+)` \| (?!in a)/gm)].map(
    ([, state]) => state,
  );
  expect(new Set(states)).toEqual(new Set(filterStates));
});

test("the path from socket to screen has at most 20 files", () => {
  const steps = [...read("docs/architecture.md").matchAll(/^ ?\d+ src\/\S+/gm)];
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.length).toBeLessThanOrEqual(20);
});

test("every dependency has its reason in docs/dependencies.md", () => {
  const reasons = read("docs/dependencies.md");
  const named = (name: string) =>
    new RegExp(`(^|[^\\w@/-])${name.replaceAll("/", "\\/")}([^\\w/-]|$)`, "m").test(reasons);
  const missing = Object.keys({ ...manifest.optionalDependencies, ...manifest.devDependencies }).filter(
    (name) => !named(name),
  );
  expect(missing).toEqual([]);
});

test("the lock file names no registry host", () => {
  expect(read("package-lock.json")).not.toMatch(/"resolved": "\w+:/);
});
