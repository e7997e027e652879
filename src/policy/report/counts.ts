import { plural } from "../../text/numbers.ts";
import type { PolicyCheck } from "../check-document.ts";
import type { Severity } from "../finding.ts";

export interface Counts {
  readonly files: number;
  /** With an error, or, where warnings fail too, with any finding. */
  readonly failed: number;
  readonly errors: number;
  readonly warnings: number;
}

export const noCounts: Counts = { files: 0, failed: 0, errors: 0, warnings: 0 };

/** Whether a file does not pass. @param strict warnings fail too */
export function fails({ valid, findings }: PolicyCheck, strict: boolean): boolean {
  return !valid || (strict && findings.length > 0);
}

/** The counts with one more file. */
export function counted(counts: Counts, check: PolicyCheck, strict: boolean): Counts {
  const of = (wanted: Severity) => check.findings.filter(({ severity }) => severity === wanted).length;
  return {
    files: counts.files + 1,
    failed: counts.failed + (fails(check, strict) ? 1 : 0),
    errors: counts.errors + of("error"),
    warnings: counts.warnings + of("warning"),
  };
}

/** `3 files, 1 of them fails: 2 errors, 1 warning` */
export function summary({ files, failed, errors, warnings }: Counts): string {
  const found = [
    ...(errors > 0 ? [plural(errors, "error", "errors")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning", "warnings")] : []),
  ].join(", ");
  const verdict =
    failed === 0 ? (files === 1 ? "valid" : "all valid") : files === 1 ? "not valid" : `${failed} not valid`;
  return `${plural(files, "file", "files")}, ${verdict}${found === "" ? "" : `: ${found}`}`;
}
