import { UsageError } from "../../model/errors.ts";
import { findPolicies } from "../../policy-files/find-policies.ts";
import { counted, noCounts } from "../../policy/report/counts.ts";
import { openReport, writeSummary } from "../output/policy-report.ts";
import type { Invocation } from "../program/launch.ts";
import type { CheckFormat } from "../program/policy/check.ts";
import { checkPolicyArgument } from "./policy-argument.ts";

/** The options of `policy check`, as typed. */
export interface CheckPoliciesOptions {
  readonly format?: CheckFormat;
  readonly schemaOnly?: true;
  readonly strict?: true;
  readonly watch?: true;
}

/** `policy check PATH...`: 0 when all files pass, 1 otherwise. @throws {NotFoundError} for a path that stands for nothing */
export async function checkPolicies(
  { output }: Invocation,
  paths: readonly string[],
  options: CheckPoliciesOptions,
): Promise<number> {
  const strict = options.strict === true;
  const check = { schemaOnly: options.schemaOnly === true };
  const format = options.format ?? (output.format === "table" ? "text" : output.format);
  if (options.watch === true) {
    if (format !== "text") {
      throw new UsageError({
        what: `--watch cannot report as ${format}`,
        why: "such a report is one document, and watching never ends",
        hint: "Leave --format out",
      });
    }
    return (await import("./policy-watch.ts")).watchChecks(paths, { output, strict, check });
  }
  const files = findPolicies(paths);
  const report = await openReport(format, output, strict);
  let counts = noCounts;
  for (const file of files) {
    const checked = await checkPolicyArgument(file, check);
    counts = counted(counts, checked.check, strict);
    await report.file(checked);
  }
  await report.end();
  writeSummary(counts, output);
  return counts.failed > 0 ? 1 : 0;
}
