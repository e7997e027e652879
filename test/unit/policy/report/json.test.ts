import { expect, test } from "vitest";
import { jsonReporter } from "../../../../src/policy/report/json.ts";
import { checked, reported } from "../../../support/policy/checked.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

function json(files: Parameters<typeof reported>[1]): unknown {
  return JSON.parse(reported(jsonReporter(), files));
}

test("is one array, whatever the number of files", () => {
  expect(json([])).toEqual([]);
  expect(json([checked(validPolicy(), "a.yaml"), checked(validPolicy(), "b.yaml")])).toEqual([
    { file: "a.yaml", schemaValid: true, valid: true, errors: [] },
    { file: "b.yaml", schemaValid: true, valid: true, errors: [] },
  ]);
});

test("a violation of the schema names its keyword, the object of a missing key, and the extra key itself", () => {
  const { regime: _, ...rest } = validPolicy();
  const { jurisdiction, ...meta } = { ...rest.meta, jurisdiction: "here" };
  const one = checked({ ...rest, meta, jurisdiktion: jurisdiction });
  const line = one.text.split("\n").indexOf("jurisdiktion: here") + 1;
  expect(line).toBeGreaterThan(1);
  expect(json([one])).toEqual([
    {
      file: "policies/one.yaml",
      schemaValid: false,
      valid: false,
      errors: [
        {
          path: "",
          keyword: "required",
          rule: null,
          severity: "error",
          message: 'the document has no "regime", which it must have',
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 1,
          hint: null,
        },
        {
          path: "",
          keyword: "additionalProperties",
          rule: null,
          severity: "error",
          message: expect.stringContaining('has the key "jurisdiktion", which is unknown here'),
          line,
          column: 1,
          endLine: line,
          endColumn: 13,
          hint: "remove it",
        },
      ],
    },
  ]);
});

test("a rule's finding names the rule; warnings leave a file valid", () => {
  expect(json([checked(validPolicy({ schema_version: "2.0.0" }), null)])).toMatchObject([
    {
      file: "<stdin>",
      schemaValid: true,
      valid: true,
      errors: [
        { path: "/schema_version", keyword: null, rule: "schema-version-mismatch", severity: "warning" },
      ],
    },
  ]);
});

test("a text that cannot be read has one error of rule parse", () => {
  expect(json([checked("a: [1,\n b", "bad.yaml")])).toMatchObject([
    { schemaValid: false, valid: false, errors: [{ path: "", keyword: null, rule: "parse", line: 2 }] },
  ]);
});
