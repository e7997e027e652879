import { plural } from "../../text/numbers.ts";
import type { PolicyCheck } from "../check-document.ts";

/** Check of a text, with the text for quotes in reports. */
export interface CheckedText {
  readonly check: PolicyCheck;
  /** Decoded part of the file, with its byte order mark. */
  readonly text: string;
}

/** Returns the name of a check's file in reports; `<stdin>` without a file. */
export function nameOf({ file }: Pick<PolicyCheck, "file">): string {
  return file ?? "<stdin>";
}

/** Returns the ID of a finding in reports: its rule, or `schema/` plus the keyword. */
export function findingId({
  rule,
  keyword,
}: {
  readonly rule: string | null;
  readonly keyword: string | null;
}): string {
  return rule ?? `schema/${keyword ?? "false"}`;
}

/** Joins message and hint on one line. */
export function messageWithHint({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint: string | null;
}): string {
  return hint === null ? message : `${message}; ${hint}`;
}

/** Numbers of findings by severity. */
interface SeverityCounts {
  readonly errors: number;
  readonly warnings: number;
}

export interface Counts extends SeverityCounts {
  readonly files: number;
  /** Number of files with an error or, if `strict`, a warning. */
  readonly failed: number;
}

export const noCounts: Counts = { files: 0, failed: 0, errors: 0, warnings: 0 };

/**
 * Returns true if a file fails.
 * @param strict true to fail on warnings
 */
export function fails({ valid, findings }: PolicyCheck, strict: boolean): boolean {
  return !valid || (strict && findings.length > 0);
}

export function severityCounts(findings: PolicyCheck["findings"]): SeverityCounts {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: findings.length - errors };
}

/** Returns the counts with a file added. */
export function counted(counts: Counts, check: PolicyCheck, strict: boolean): Counts {
  const { errors, warnings } = severityCounts(check.findings);
  return {
    files: counts.files + 1,
    failed: counts.failed + (fails(check, strict) ? 1 : 0),
    errors: counts.errors + errors,
    warnings: counts.warnings + warnings,
  };
}

/** Formats the counts as `2 errors` and `1 warning`; omits counts of 0. */
export function severityWords({ errors, warnings }: SeverityCounts): readonly string[] {
  return [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
}

/** Formats the counts: `3 files, 1 not valid: 2 errors, 1 warning`. */
export function summary({ files, failed, ...counts }: Counts): string {
  if (files === 0) return "no policy to check";
  const found = severityWords(counts).join(", ");
  const verdict =
    failed === 0 ? (files === 1 ? "valid" : "all valid") : files === 1 ? "not valid" : `${failed} not valid`;
  return `${plural(files, "file")}, ${verdict}${found === "" ? "" : `: ${found}`}`;
}

/** Describes the first error of a policy with its line, and the number of other errors. */
export function firstError({ findings }: PolicyCheck): string {
  const [first, ...others] = findings.filter(({ severity }) => severity === "error");
  const more = others.length > 0 ? `; and ${plural(others.length, "more error")}` : "";
  return `line ${first?.line ?? 1}: ${first?.message ?? "it is not a policy"}${more}`;
}
