import { coverage } from "../../policy/matrix/coverage.ts";
import { readableClauses } from "../../policy/matrix/readable-mappings.ts";
import { nameOf } from "../../policy/report/checked-text.ts";
import { coverageJson } from "../../policy/report/coverage-json.ts";
import { clauseName } from "../../policy/report/coverage-words.ts";
import { policyLines } from "../output/policy-detail.ts";
import type { Invocation } from "../program/launch.ts";
import { readDocument } from "./read-document.ts";

/** `policy show PATH`: 0, or 1 for a policy with errors, of which what can be read is shown. */
export async function showPolicy({ output }: Invocation, path: string): Promise<number> {
  const { check, value } = await readDocument(path, output);
  await output.answer({
    lines: () => policyLines(value, output.columns),
    json: () => ({
      file: nameOf(check),
      schemaValid: check.schemaValid,
      valid: check.valid,
      document: value,
      coverage: coverageJson(coverage(value)),
    }),
    ids: () => readableClauses(value).map(clauseName),
  });
  return check.valid ? 0 : 1;
}
