import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readmeFile, withKeys } from "../../scripts/write-readme-keys.ts";

const readme = readFileSync(readmeFile, "utf8");
const contributing = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");

test("the README's table of keys is the registry's", () => {
  expect(readme).toBe(withKeys(readme));
});

test("every dependency has its reason in CONTRIBUTING", () => {
  const named = (name: string) =>
    new RegExp(`(^|[^\\w@/-])${name.replaceAll("/", "\\/")}([^\\w/-]|$)`, "m").test(contributing);
  const missing = Object.keys({ ...manifest.optionalDependencies, ...manifest.devDependencies }).filter(
    (name) => !name.startsWith("@types/") && !named(name),
  );
  expect(missing).toEqual([]);
});

test("the lock file names no registry host", () => {
  const lock = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
  expect(lock).not.toMatch(/"resolved": "\w+:/);
});
