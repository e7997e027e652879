import { html } from "../../text/html.ts";
import type { Finding } from "../finding.ts";
import { type CheckedText, findingId, nameOf, messageWithHint } from "./checked-text.ts";
import type { Reporter } from "./reporter.ts";

/**
 * Creates a reporter of JUnit XML, as build servers read it: one suite per file, with one case per finding,
 * or one passing case without findings. A warning is a passing case with its message, or a failure if
 * `strict`.
 */
export function junitReporter({ strict }: { readonly strict: boolean }): Reporter<CheckedText> {
  return {
    begin: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hooklens policy check">\n`,
    file: (checked) => suite(checked, strict),
    end: () => "</testsuites>\n",
  };
}

function suite({ check }: CheckedText, strict: boolean): string {
  const file = nameOf(check);
  const failing = (finding: Finding) => strict || finding.severity === "error";
  const failures = check.findings.filter(failing).length;
  const cases =
    check.findings.length === 0
      ? [`    <testcase name="is valid" classname="${html(file)}" time="0"/>\n`]
      : check.findings.map((finding) => testCase(file, finding, failing(finding)));
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="0"`;
  return `  <testsuite name="${html(file)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
}

function testCase(file: string, finding: Finding, fails: boolean): string {
  const { line, column, path, severity, message } = finding;
  const id = findingId(finding);
  const where = `${file}:${line}:${column}${path === "" ? "" : ` (${path})`}`;
  const text = html(`${where}: ${messageWithHint(finding)}`);
  const inside = fails
    ? `<failure message="${html(message)}" type="${html(id)}">${text}</failure>`
    : `<system-out>${severity}: ${text}</system-out>`;
  const name = `${id} at ${line}:${column}`;
  return `    <testcase name="${html(name)}" classname="${html(file)}" time="0">${inside}</testcase>\n`;
}
