import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../src/policy/check.ts";
import { testNowMs as nowMs, toJson, toYaml, validPolicy } from "../../support/policy/valid-policy.ts";

const fixtures = new URL("../../../fixtures/policies/", import.meta.url);

test.each(readdirSync(fixtures).filter((name) => name.endsWith(".yaml")))(
  "about %s there is nothing to say",
  (name) => {
    const check = checkPolicy(readFileSync(new URL(name, fixtures), "utf8"), { file: name, nowMs });
    expect(check).toMatchObject({ file: name, schemaValid: true, valid: true, findings: [] });
    expect(check.policy).toBe(check.document?.value);
  },
);

describe.each([
  ["YAML", toYaml],
  ["JSON", toJson],
])("a policy in %s", (_, write) => {
  test("that is right has no findings", () => {
    expect(checkPolicy(write(validPolicy()), { nowMs })).toMatchObject({ valid: true, findings: [] });
  });

  test("the schema refuses is not held against the rules, and has no policy", () => {
    const policy = validPolicy({ effective_date: "2025-02-30", regime: "" });
    const check = checkPolicy(write(policy), { nowMs });
    expect(check).toMatchObject({ schemaValid: false, valid: false, policy: null });
    expect(check.findings).toMatchObject([{ keyword: "minLength", rule: null, path: "/regime" }]);
  });

  test("that breaks rules has their findings, at their places, in the order of the text", () => {
    const policy = validPolicy({ effective_date: "2025-02-30", schema_version: "2.0.0" });
    policy.receipt_chain.nodes.push("auditor");
    const text = write(policy);
    const { findings, schemaValid, valid } = checkPolicy(text, { nowMs });
    expect({ schemaValid, valid }).toEqual({ schemaValid: true, valid: false });
    expect(findings.map(({ rule, severity, keyword }) => [rule, severity, keyword])).toEqual([
      ["schema-version-mismatch", "warning", null],
      ["invalid-calendar-date", "error", null],
      ["duplicate-node", "warning", null],
    ]);
    expect(findings.map(({ start, end }) => text.slice(start, end).replaceAll(/["']/g, ""))).toEqual([
      "2.0.0",
      "2025-02-30",
      "auditor",
    ]);
  });

  test("with warnings alone is valid", () => {
    const check = checkPolicy(write(validPolicy({ schema_version: "2.0.0" })), { nowMs });
    expect(check).toMatchObject({ valid: true, findings: [{ severity: "warning" }] });
  });

  test("is held against the schema alone if asked", () => {
    const policy = validPolicy({ effective_date: "2025-02-30" });
    expect(checkPolicy(write(policy), { nowMs, schemaOnly: true })).toMatchObject({
      valid: true,
      findings: [],
    });
  });

  test("is checked at the given time", () => {
    const text = write(validPolicy());
    expect(checkPolicy(text, { nowMs: Date.UTC(2040, 0) }).findings).toMatchObject([
      { rule: "effective-date-stale" },
    ]);
  });

  test("reports the key __proto__ once at each place, and reads no field from it", () => {
    const { title, ...meta } = validPolicy().meta;
    const withKey = (object: object, value: unknown) =>
      Object.fromEntries([...Object.entries(object), ["__proto__", value]]);
    const text = write(withKey(validPolicy({ meta: withKey(meta, { title }) as never }), 1));
    const { findings } = checkPolicy(text, { nowMs });
    expect(findings.map(({ keyword, rule, path }) => [keyword ?? rule, path])).toEqual([
      ["required", "/meta"],
      ["prototype-key", "/meta"],
      ["additionalProperties", ""],
    ]);
  });
});

test("the key __proto__ is found behind an alias and deep in free fields, regardless of the schema", () => {
  const text = `${toYaml(validPolicy())}`.replace(
    "meta:\n",
    'meta:\n  own: &x [{"\\x5f_proto__": 1}]\n  again: *x\n',
  );
  expect(checkPolicy(text, { nowMs })).toMatchObject({
    schemaValid: true,
    valid: false,
    findings: [{ rule: "prototype-key", path: "/meta/own/0" }],
  });
});

test("what cannot be read is one finding", () => {
  expect(checkPolicy("{", { file: "a.json" })).toMatchObject({
    file: "a.json",
    schemaValid: false,
    valid: false,
    document: null,
    policy: null,
    findings: [{ rule: "parse", keyword: null }],
  });
});

test.each([
  ["text", '"x"', /the document is the text "x"; it must be an object/],
  ["a list", "[]", /the document is a list/],
  ["null", "null", /the document is empty/],
])("a document that is %s is refused by the schema", (_, text, message) => {
  for (const format of ["yaml", "json"] as const) {
    const { findings } = checkPolicy(text, { format });
    expect(findings).toMatchObject([{ keyword: "type", path: "", message: expect.stringMatching(message) }]);
  }
});

test("a document with far too much in it is refused without going through all of it", () => {
  const many = Array.from({ length: 400_000 }, (_, index) => `  - unknown_${index}: 1`).join("\n");
  const { findings } = checkPolicy(`regulatory_clauses:\n${many}\n`, { nowMs });
  expect(findings.length).toBeLessThanOrEqual(1_000);
  expect(findings.map(({ keyword }) => keyword)).toContain("maxItems");
});

describe("what has megabytes in one place", () => {
  const digits = "9".repeat(5_000_000);
  const signs = Array.from({ length: 200_000 }, (_, index) => `  k${index}: a\u200Bb`).join("\n");
  test.each([
    [
      "a quorum",
      toYaml(validPolicy()).replace("3-of-5", `${digits}-of-5`),
      "pattern",
      "/receipt_chain/quorum",
    ],
    ["a version", toJson(validPolicy()).replace("1.0.0", digits), "pattern", "/schema_version"],
    ["a version without quotes", toJson(validPolicy()).replace('"1.0.0"', digits), "type", "/schema_version"],
    [
      "a number",
      toJson(validPolicy()).replace("0.9", `1${digits}`),
      "type",
      "/regulatory_clauses/0/lambda_axes/0/weight",
    ],
    [
      "a number in YAML",
      toYaml(validPolicy()).replace("0.9", digits),
      "type",
      "/regulatory_clauses/0/lambda_axes/0/weight",
    ],
    ["a regime", toYaml(validPolicy()).replace("HIPAA", "Λ".repeat(4_000_000)), "maxLength", "/regime"],
    [
      "hidden characters",
      toYaml(validPolicy()).replace("meta:", `meta:\n${signs}`),
      "hidden-character",
      "/meta/k0",
    ],
  ])("%s does not overflow anything", (_, text, what, path) => {
    const [first] = checkPolicy(text, { nowMs }).findings;
    expect(first?.keyword ?? first?.rule).toBe(what);
    expect(first?.path).toBe(path);
  });
});

test("a missing property is reported at the first line of the clause, without megabytes of trailing blanks", () => {
  const blank = " ".repeat(2_000_000);
  const { findings } = checkPolicy(`regulatory_clauses: [{ title: A title,${blank}\n  citation: 1 CFR 1 }]`);
  const place = { line: 1, column: 22, endLine: 1, endColumn: 39 };
  expect(findings.filter(({ path }) => path === "/regulatory_clauses/0")).toMatchObject([
    place,
    place,
    place,
  ]);
});
