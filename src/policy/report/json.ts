import { machineJson } from "../../text/machine-json.ts";
import type { PolicyCheck } from "../check-document.ts";
import type { Finding, Severity } from "../finding.ts";
import { type CheckedText, nameOf } from "./checked-text.ts";
import type { Reporter } from "./reporter.ts";

/** Entry of `policy check --format json` for one file. */
interface CheckJson {
  readonly file: string;
  readonly schemaValid: boolean;
  readonly valid: boolean;
  readonly errors: readonly FindingJson[];
}

interface FindingJson {
  /** JSON Pointer; for a missing or extra property, that of the object. */
  readonly path: string;
  readonly keyword: string | null;
  readonly rule: string | null;
  readonly severity: Severity;
  readonly message: string;
  /** Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hint: string | null;
}

/** Returns the JSON shape of a finding. */
export function findingJson(finding: Finding): FindingJson {
  const { path, keyword, rule, severity, message, line, column, endLine, endColumn, hint } = finding;
  return { path, keyword, rule, severity, message, line, column, endLine, endColumn, hint };
}

function checkJson(check: PolicyCheck): CheckJson {
  const { schemaValid, valid, findings } = check;
  return { file: nameOf(check), schemaValid, valid, errors: findings.map(findingJson) };
}

/** Creates a reporter of a JSON array with one object per file. */
export function jsonReporter(): Reporter<CheckedText> {
  let separator = "\n";
  return {
    begin: () => "[",
    file({ check }) {
      const written = separator + machineJson(checkJson(check), 2);
      separator = ",\n";
      return written;
    },
    end: () => "\n]\n",
  };
}
