import published from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { sarifReporter } from "../../../../src/policy/report/sarif.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";
import { checked, reported } from "../../../support/policy/checked.ts";
import { schemaCases } from "../../../support/policy/schema-cases.ts";
import { toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";

/** The format's own schema, of draft-04, which says the same in the words of draft-07 but for its own name. */
const { $schema: _, id: __, ...schema } = published;
const isUri = (text: string, base?: string) => !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, base);
const validate = new Ajv({
  strict: false,
  // One of its patterns is none with Unicode's rules.
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: (text: string) => isUri(text),
    "uri-reference": (text: string) => isUri(text, "https://example.org/"),
    "date-time": true,
  },
}).compile(schema);

interface Log {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly locations: readonly [
          {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string };
              readonly region: unknown;
            };
            readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
          },
        ];
      }[];
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    },
  ];
}

function sarif(...files: Parameters<typeof checked>[]): Log {
  const text = reported(
    sarifReporter("1.2.3"),
    files.map((file) => checked(...file)),
  );
  const log: unknown = JSON.parse(text);
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  return log as Log;
}

describe("the SARIF log passes the format's own schema, which", () => {
  test("rejects an invalid log", () => {
    expect(validate({ version: "2.1.0" })).toBe(false);
    expect(validate({ version: "2.1.0", runs: [{ tool: { driver: { name: "x" } }, results: [{}] }] })).toBe(
      false,
    );
  });

  test("accepts nothing found, nothing checked, and what cannot be read", () => {
    expect(sarif([validPolicy()]).runs[0].results).toEqual([]);
    expect(sarif().runs[0].results).toEqual([]);
    expect(sarif(["a: [1"]).runs[0].results).toMatchObject([{ ruleId: "parse", level: "error" }]);
    expect(sarif([""]).runs[0].results).toHaveLength(1);
  });

  test("accepts every violation and every rule there is", () => {
    const all = schemaCases().map(({ document }, index) => [document, `p/${index}.yaml`] as const);
    const { results, tool } = sarif(...all.map(([document, file]) => [document, file] as [unknown, string]))
      .runs[0];
    expect(results.length).toBeGreaterThan(200);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(new Set(tool.driver.rules.map(({ id }) => id)).size).toBe(tool.driver.rules.length);
  });

  test("accepts hostile text in every field, and it stays inert", () => {
    for (const { text } of hostileStrings) {
      const policy = validPolicy({ regime: text, jurisdiction: text });
      const log = reported(sarifReporter("1"), [checked(policy, `p/${text}.yaml`)]);
      expect(validate(JSON.parse(log)), JSON.stringify(validate.errors)).toBe(true);
      expect(log).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

test("a result has rule, place and severity", () => {
  const policy = validPolicy({ vertical: "helthcare" as "healthcare" });
  const [result] = sarif([policy, "policies/with space & ü.yaml"]).runs[0].results;
  expect(result).toEqual({
    ruleId: "schema/enum",
    ruleIndex: 0,
    level: "error",
    message: {
      text: expect.stringMatching(/^vertical is "helthcare"; it must be .*; did you mean "healthcare"\?$/),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "policies/with%20space%20%26%20%C3%BC.yaml" },
          region: { startLine: 2, startColumn: 11, endLine: 2, endColumn: 20 },
        },
        logicalLocations: [{ fullyQualifiedName: "/vertical", kind: "value" }],
      },
    ],
  });
  expect(sarif([policy, "/abs/one.yaml"]).runs[0].results[0]?.locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: "file:///abs/one.yaml" },
  });
});

test("a prototype key has a text of its own", () => {
  const policy = toYaml(validPolicy()).replace("meta:\n", 'meta:\n  own: [{ "__proto__": 1 }]\n');
  const { rules } = sarif([policy, "a.yaml"]).runs[0].tool.driver;
  expect(rules.find(({ id }) => id === "prototype-key")).toMatchObject({
    shortDescription: { text: "The key __proto__ is not allowed." },
  });
});
