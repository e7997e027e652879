import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { invalidPolicies, invalidPoliciesFolder } from "../../../scripts/write-invalid-policies.ts";
import { checkBytes } from "../../../src/policy/check-bytes.ts";
import { rules } from "../../../src/policy/rules/index.ts";
import { testNowMs as nowMs } from "../../support/policy/valid-policy.ts";

const read = (name: string) => readFileSync(new URL(name, invalidPoliciesFolder));
const files = readdirSync(invalidPoliciesFolder).filter((name) => !name.endsWith(".expect"));

/** What stands in the file itself, or beside it. */
function expectedOf(name: string): readonly string[] {
  const beside = `${name}.expect`;
  const text = read(existsSync(new URL(beside, invalidPoliciesFolder)) ? beside : name).toString("latin1");
  return [
    ...Buffer.from(text, "latin1")
      .toString("utf8")
      .matchAll(/^(?:# )?expect: (.+)$/gm),
  ].map(([, line = ""]) => line);
}

test.each(files)("%s has exactly what is expected of it, where it is expected", async (file) => {
  const { check } = await checkBytes(read(file), { file, nowMs });
  const found = check.findings.map(
    ({ keyword, rule, path, line, column }) =>
      `${keyword ?? rule ?? ""} ${path === "" ? "(document)" : path} ${line}:${column}`,
  );
  const expected = expectedOf(file);
  expect(expected.length).toBeGreaterThan(0);
  expect(found.toSorted()).toEqual([...expected].toSorted());
});

describe("the files", () => {
  test("are what the script writes", () => {
    const written = invalidPolicies();
    expect(written.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
    for (const { name, content } of written) expect(read(name)).toEqual(Buffer.from(content));
  });

  test("are one for each rule, besides those of the schema and of texts", () => {
    const ids = files.flatMap((name) => /^rule\.(.+)\.yaml$/.exec(name)?.[1] ?? []);
    expect(ids.toSorted()).toEqual([...rules.map(({ id }) => id), "prototype-key"].toSorted());
    expect(files.filter((name) => name.startsWith("schema.")).length).toBeGreaterThan(100);
    expect(files.filter((name) => name.startsWith("parse.")).length).toBeGreaterThan(12);
  });
});
