import { findingId } from "../../policy/report/checked-text.ts";
import type { Counts } from "../../policy/report/counts.ts";
import { type Line, line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import type { FixedFile } from "../commands/policy-fix.ts";

/** What was fixed in a file, each with where it stood then, and what is left. Nothing for a file without findings. */
export function fixedLines({ file, fixed }: FixedFile, { errors, warnings }: Counts): readonly Line[] {
  const left = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  if (fixed.length === 0 && left.length === 0) return [];
  return [
    line(
      span(v`${file}`, "strong"),
      span(v`: ${fixed.length} fixed, `),
      span(
        left.length === 0 ? v`nothing left` : v`${left.join(" and ")} left`,
        errors > 0 ? "error" : "plain",
      ),
    ),
    ...fixed.map(({ finding, fix }) =>
      line(
        span(v`  ${finding.line}:${finding.column}`, "muted"),
        span(v`  ${fix.title}`),
        span(v`  ${findingId(finding)}`, "muted"),
      ),
    ),
  ];
}

/** The same for a program. */
export function fixedJson({ file, before, text, fixed, check }: FixedFile): unknown {
  const left = check.findings.map(({ path, keyword, rule, severity, message, line, column }) => ({
    path,
    keyword,
    rule,
    severity,
    message,
    line,
    column,
  }));
  return {
    file,
    changed: before !== text,
    valid: check.valid,
    fixed: fixed.map(({ finding: { path, keyword, rule, line, column }, fix }) => ({
      path,
      keyword,
      rule,
      line,
      column,
      fix: fix.title,
    })),
    left,
  };
}
