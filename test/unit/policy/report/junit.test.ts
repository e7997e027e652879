import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseV2 } from "test-results-parser";
import { afterAll, expect, test } from "vitest";
import { junitReporter } from "../../../../src/policy/report/junit.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";
import { checked, reported } from "../../../support/policy/checked.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

const folder = mkdtempSync(join(tmpdir(), "hooklens-junit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly status: string;
  readonly suites: readonly {
    readonly name: string;
    readonly status: string;
    readonly cases: readonly {
      readonly name: string;
      readonly status: string;
      readonly failure: string;
      readonly stack_trace: string;
    }[];
  }[];
}

/** As a program reads it that reads the files of many test runners. */
function read(xml: string): Result {
  const file = join(folder, "report.xml");
  writeFileSync(file, xml);
  const { result, errors } = parseV2({ type: "junit", files: [file] }) as unknown as {
    result: Result;
    errors: unknown[];
  };
  expect(errors).toEqual([]);
  return result;
}

const warned = () => validPolicy({ schema_version: "1.0.1" });
const broken = () => validPolicy({ vertical: "helthcare" as "healthcare" });

test("a reader of JUnit's XML sees a suite for each file and a case for each finding", () => {
  const xml = reported(junitReporter({ strict: false }), [
    checked(validPolicy(), "a.yaml"),
    checked(warned(), "b.yaml"),
    checked({ ...broken(), effective_date: "soon" }, "c.yaml"),
    checked("a: [", "d.yaml"),
  ]);
  const result = read(xml);
  expect(result).toMatchObject({ total: 5, passed: 2, failed: 3, status: "FAIL" });
  expect(
    result.suites.map(({ name, status, cases }) => [
      name,
      status,
      cases.map((one) => `${one.status} ${one.name}`),
    ]),
  ).toEqual([
    ["a.yaml", "PASS", ["PASS is valid"]],
    ["b.yaml", "PASS", ["PASS schema-version-mismatch at 1:17"]],
    ["c.yaml", "FAIL", ["FAIL schema/enum at 2:11", "FAIL schema/pattern at 4:17"]],
    ["d.yaml", "FAIL", ["FAIL parse at 1:5"]],
  ]);
  expect(result.suites[2]?.cases[0]?.failure).toMatch(/^vertical is "helthcare"; it must be healthcare, /);
  expect(result.suites[2]?.cases[0]?.stack_trace).toMatch(
    /^c\.yaml:2:11 \(\/vertical\): vertical is "helthcare"; .*; did you mean "healthcare"\?$/,
  );
});

test("where warnings fail, they are failures", () => {
  const result = read(reported(junitReporter({ strict: true }), [checked(warned())]));
  expect(result).toMatchObject({ total: 1, failed: 1, status: "FAIL" });
});

test("nothing hostile gets out of its attribute, and no character XML forbids gets in", () => {
  for (const { text } of hostileStrings) {
    const markup = `"/><x y='${text}'>]]>&amp;<!--`;
    const policy = { ...validPolicy(), vertical: markup, [markup]: 1 };
    const xml = reported(junitReporter({ strict: false }), [checked(policy, markup)]);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    const result = read(xml);
    expect(result.suites).toHaveLength(1);
    expect(result.total).toBe(checked(policy).check.findings.length);
  }
});
