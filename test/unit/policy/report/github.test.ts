import { expect, test } from "vitest";
import { githubReporter } from "../../../../src/policy/report/github.ts";
import { checked, reported } from "../../../support/policy/checked.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

test("each finding is one command, with the column after its last inclusive", () => {
  const policy = validPolicy({ schema_version: "1.0.1", vertical: "helthcare" as "healthcare" });
  expect(reported(githubReporter(), [checked(policy, "policies/a, b: 100%.yaml")])).toBe(
    '::error file=policies/a%2C b%3A 100%25.yaml,line=2,endLine=2,col=11,endColumn=19,title=schema/enum::vertical is "helthcare"; ' +
      "it must be healthcare, financial, defense, aviation, automotive, pharmaceutical, energy, maritime, legaltech or academic; " +
      'did you mean "healthcare"?\n',
  );
});

test("a warning is a warning, and a range of several lines has no columns", () => {
  expect(reported(githubReporter(), [checked(validPolicy({ schema_version: "1.0.1" }))])).toMatch(
    /^::warning file=policies\/one\.yaml,line=1,endLine=1,col=17,endColumn=21,title=schema-version-mismatch::/,
  );
  const { meta, ...rest } = validPolicy();
  const lines = reported(githubReporter(), [checked({ ...rest, meta: [meta, meta] })]);
  expect(lines).toMatch(/line=\d+,endLine=\d+,title=schema\/type::meta is a list/);
  expect(lines).not.toContain("col=");
});

test("no text of a policy makes a command or a line of its own", () => {
  const regime = "x\n::set-output name=a::b\r\n::error::gone";
  const policy = { ...validPolicy(), vertical: regime, [`k\n::error::${regime}`]: 1 };
  const lines = reported(githubReporter(), [checked(policy)])
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^::error file=/);
});
