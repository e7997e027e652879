import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";

const [hook, ...others] = load(
  readFileSync(new URL("../../.pre-commit-hooks.yaml", import.meta.url), "utf8"),
) as readonly Record<"id" | "entry" | "language" | "files" | "exclude", string>[];

test("the pre-commit hook is one, and runs the program", () => {
  expect(others).toEqual([]);
  expect(hook).toMatchObject({
    id: "hooklens-policy-check",
    entry: "hooklens policy check",
    language: "node",
  });
});

test.each([
  ["policies/healthcare.yaml", true],
  ["some/where/policies/eu/health.yml", true],
  ["policies/energy.json", true],
  ["policies/energy.yaml.review.json", false],
  ["policies/energy.yaml.review/CIP-002.20261120T091403218Z-0a1b2c3d.json", false],
  ["policies/energy.yaml.receipts.jsonl", false],
  ["policies/energy.yaml.proposal.json", false],
  ["policies/energy.yaml.CIP-002.proof.json", false],
  ["policies/vertical-policy.schema.json", false],
  ["policies/README.md", false],
  ["old-policies/energy.yaml", false],
  ["package.json", false],
])("of the file %s it is %s that it checks it", (path, isChecked) => {
  const matches = (pattern: string | undefined) => new RegExp(pattern ?? "").test(path);
  expect(matches(hook?.files) && !matches(hook?.exclude)).toBe(isChecked);
});
