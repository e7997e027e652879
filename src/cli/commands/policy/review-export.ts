import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { writeFile } from "../../../engine/export/write-file.ts";
import { UsageError } from "../../../model/errors.ts";
import { readReviewReport } from "../../../policy-files/read-review-report.ts";
import { reviewPath } from "../../../policy-files/review-folder.ts";
import type { ReportFormat } from "../../../policy/report/review/report-formats.ts";
import { reportText } from "../../../policy/report/review/report-text.ts";
import type { ReviewReport } from "../../../policy/report/review/review-report.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { captureOutput, type Output } from "../../output/output.ts";

/** Options of `policy review export`, as typed. */
interface ExportOptions {
  readonly output?: string;
  readonly force?: true;
  readonly keys?: string;
  readonly rev?: string;
}

/**
 * Runs `policy review export PATH`. Returns exit code 0, or 1 if the policy has errors or a part of its review
 * cannot be read: the report is of the readable parts.
 * @throws {PolicyUnreadableError | PolicyHasErrorsError | VersionUnreadableError | FileNotWrittenError}
 */
export async function exportReview(
  { output, print }: Invocation<ReviewReport>,
  path: string,
  options: ExportOptions,
): Promise<number> {
  if (path === "-") {
    throw new UsageError({
      what: "the review of a policy from stdin cannot be exported",
      why: "a review is stored beside the policy's file",
      hint: "Give the path of the policy",
    });
  }
  const { report, problem } = await readReviewReport(path, {
    reviewFolder: reviewPath(path),
    keysDir: options.keys ?? defaultKeysDir(process.env),
    revision: options.rev ?? null,
  });
  if (options.output === undefined) await print(report);
  else {
    const file = captureOutput(output);
    await print(report, file);
    writeFile(options.output, file.text(), { replace: options.force === true });
  }
  if (problem !== null) output.note(v`The report of ${path} has only what is readable: ${problem}`);
  return problem === null ? 0 : 1;
}

/** Returns the function that prints a report in a format. */
export function printReport(format: ReportFormat) {
  return async (report: ReviewReport, output: Output): Promise<void> =>
    output.write(reportText(report, format));
}
