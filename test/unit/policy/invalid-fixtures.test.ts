import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { basePolicy } from "../../../scripts/invalid-policies/base-policy.ts";
import {
  type ExpectedFinding,
  expectationsName,
  invalidPolicyFiles,
  invalidPolicyFolder,
} from "../../../scripts/write-invalid-policies.ts";
import { checkBytes } from "../../../src/policy/check-bytes.ts";
import { checkPolicy } from "../../../src/policy/check.ts";
import { rules } from "../../../src/policy/rules/index.ts";
import { publishedSchema } from "../../support/policy/schema-cases.ts";
import { schemaConstraints, violatedConstraint } from "../../support/policy/schema-constraints.ts";
import { testNowMs as nowMs } from "../../support/policy/valid-policy.ts";

const read = (file: string) => readFileSync(new URL(file, invalidPolicyFolder));
const expected = JSON.parse(read(expectationsName).toString()) as readonly ExpectedFinding[];
const byFile = Object.entries(Object.groupBy(expected, ({ file }) => file)).map(([file, rows = []]) => ({
  file,
  rows,
}));

/** Validator of the published schema by ajv; it shares no code with the program. */
const validate = new Ajv({ allErrors: true }).compile(publishedSchema);
function violations(file: string) {
  validate(parse(read(file).toString()));
  return validate.errors ?? [];
}

test("the folder holds what the script writes, and nothing else", () => {
  const { files } = invalidPolicyFiles();
  expect(readdirSync(invalidPolicyFolder).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  for (const { name, bytes } of files) expect(read(name).equals(bytes), name).toBe(true);
});

test("about the document they all come from there is nothing to say", () => {
  expect(checkPolicy(basePolicy, { nowMs })).toMatchObject({ schemaValid: true, findings: [] });
});

test.each(byFile)(
  "$file has the finding it is made for, at its place, and no other",
  async ({ file, rows }) => {
    const { check } = await checkBytes(read(file), { file, nowMs });
    const found = check.findings.map(({ keyword, rule, path, line, column }) => ({
      file,
      keyword,
      rule,
      path,
      line,
      column,
    }));
    expect(found).toEqual(rows);
  },
);

test("each has one fault, and a fault has one finding", () => {
  expect(byFile.filter(({ rows }) => rows.length !== 1)).toEqual([]);
});

describe("of the schema", () => {
  const bySchema = byFile.filter(({ rows }) => rows.some(({ keyword }) => keyword !== null));

  test.each(bySchema)("$file violates the expected keyword for ajv", ({ file, rows }) => {
    const told = violations(file).map(({ keyword, instancePath: path }) => ({ keyword, path }));
    const [expectedOne] = rows.map(({ keyword, path }) => ({ keyword, path }));
    // Eleven of ten axes cannot be unique either.
    const also = file === "mandatory_axes.maxItems.yaml" ? [{ ...expectedOne, keyword: "uniqueItems" }] : [];
    expect(told).toEqual([expectedOne, ...also]);
  });

  test("every constraint is violated by one of the files", () => {
    const violated = bySchema.flatMap(({ file }) => violations(file).map(violatedConstraint));
    expect([...new Set(violated)].toSorted()).toEqual(schemaConstraints().toSorted());
  });
});

test("every rule is broken by one of the files", () => {
  const broken = new Set(expected.flatMap(({ rule }) => rule ?? []));
  const ids = [...rules.map(({ id }) => id), "parse", "prototype-key"];
  expect([...broken].toSorted()).toEqual(ids.toSorted());
});
