import type { FixedPolicy } from "../../policy/edit/fix-policy.ts";
import { findingId } from "../../policy/report/checked-text.ts";
import { severityCounts, severityWords } from "../../policy/report/counts.ts";
import { findingJson } from "../../policy/report/json.ts";
import { type Line, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** One file, and what came of fixing it. */
export interface FixedFile extends FixedPolicy {
  readonly file: string;
  /** What it held. */
  readonly before: string;
}

/** What was fixed in a file, each with where it stood then, and what is left. Nothing for a file without findings. */
export function fixedLines({ file, fixed, check }: FixedFile): readonly Line[] {
  const counts = severityCounts(check.findings);
  const left = severityWords(counts);
  if (fixed.length === 0 && left.length === 0) return [];
  return [
    line(
      span(v`${file}`, "strong"),
      span(v`: ${fixed.length} fixed, `),
      span(
        left.length === 0 ? v`nothing left` : v`${left.join(" and ")} left`,
        counts.errors > 0 ? "error" : "plain",
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

/** The same for a program: findings as `policy check` has them. */
export function fixedJson({ file, before, text, fixed, check }: FixedFile): unknown {
  return {
    file,
    changed: before !== text,
    valid: check.valid,
    fixed: fixed.map(({ finding, fix }) => ({ ...findingJson(finding), fix: fix.title })),
    left: check.findings.map(findingJson),
  };
}
