import { visible } from "../../text/visible.ts";
import type { PolicyCheck } from "../check-document.ts";
import type { Finding } from "../finding.ts";
import { type CheckedText, findingId, nameOf, messageWithHint } from "./checked-text.ts";
import type { Reporter } from "./reporter.ts";

/**
 * Creates a reporter of workflow commands, which annotate the lines of a pull request:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function githubReporter(): Reporter<CheckedText> {
  return {
    begin: () => "",
    file: ({ check }) => check.findings.map((finding) => `${command(check, finding)}\n`).join(""),
    end: () => "",
  };
}

function command(check: PolicyCheck, finding: Finding): string {
  const { severity, line, column, endLine, endColumn } = finding;
  const properties = Object.entries({
    file: nameOf(check),
    line,
    endLine,
    // GitHub accepts columns only for a single line; the end column is inclusive.
    ...(endLine === line && { col: column, endColumn: Math.max(column, endColumn - 1) }),
    title: findingId(finding),
  }).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${properties.join(",")}::${escapeData(messageWithHint(finding))}`;
}

function escapeData(text: string): string {
  return visible(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
