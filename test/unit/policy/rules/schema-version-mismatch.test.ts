import { describe, expect, it } from "vitest";
import { schemaVersionMismatch } from "../../../../src/policy/rules/schema-version-mismatch.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

function judged(version: string) {
  return ruleFindings(schemaVersionMismatch, (policy) => {
    policy.schema_version = version;
  });
}

describe("schema-version-mismatch", () => {
  it("offers the version there is, to be decided by a person", () => {
    expect(judged("1.1.0")).toEqual([
      {
        path: "/schema_version",
        message: 'the document states schema version "1.1.0", but was checked against 1.0.0',
        hint: "write 1.0.0, or check it with a program that supports its version",
        fix: {
          title: 'change to "1.0.0"',
          edits: [{ kind: "set", path: "/schema_version", value: "1.0.0" }],
          safe: false,
        },
      },
    ]);
  });

  it.each([
    ["0.9.9", false],
    ["2.0.0", false],
    ["1.0.1", false],
    ["10.0.0", false],
    ["01.0.0", true],
    ["1.00.000", true],
  ])("of %s: is the fix safe? %j", (version, safe) => {
    expect(judged(version)[0]?.fix?.safe).toBe(safe);
  });

  it("has nothing against 1.0.0", () => {
    expect(judged("1.0.0")).toEqual([]);
  });
});
