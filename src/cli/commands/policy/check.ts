import { UsageError } from "../../../model/errors.ts";
import { type FoundPolicies, skippedError } from "../../../policy-files/find-policies.ts";
import { unreadFile } from "../../../policy-files/read-policy-file.ts";
import type { CheckOptions } from "../../../policy/check-document.ts";
import {
  type CheckedText,
  type Counts,
  counted,
  fails,
  nameOf,
  noCounts,
  summary,
} from "../../../policy/report/checked-text.ts";
import type { Line } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import type { CheckRun } from "./check-formats.ts";
import { checkPolicyArgument, findPolicyArguments } from "./document.ts";

/** Options of `policy check`, as typed. */
interface CheckPoliciesOptions {
  readonly schemaOnly?: true;
  readonly strict?: true;
  readonly watch?: true;
}

/**
 * Runs `policy check PATH...`. Returns exit code 0 if all files pass, else 1.
 * @throws {NotFoundError} a path that matches no file
 */
export async function checkPolicies(
  { output, streams, format, print, nextStopSignal }: Invocation<CheckRun>,
  paths: readonly string[],
  options: CheckPoliciesOptions,
): Promise<number> {
  const strict = options.strict === true;
  const check = { schemaOnly: options.schemaOnly === true };
  if (options.watch === true) {
    if (format !== "text") {
      throw new UsageError({
        what: `--watch cannot report as ${format}`,
        why: "the report is one document, and watching never ends",
        hint: "Omit --format",
      });
    }
    return (await import("./watch.ts")).watchChecks(paths, { output, strict, check, nextStopSignal });
  }
  let counts = noCounts;
  async function* checkAll(
    { files, skipped }: FoundPolicies,
    checkOptions: CheckOptions,
  ): AsyncGenerator<CheckedText> {
    for (const file of files) yield count(await checkPolicyArgument(file, streams, checkOptions));
    // A policy behind such a path would not be checked.
    for (const each of skipped) yield count(unreadFile(each.path, skippedError(each), checkOptions));
  }
  function count(checked: CheckedText): CheckedText {
    counts = counted(counts, checked.check, strict);
    return checked;
  }
  await print({ files: checkAll(findPolicyArguments(paths, output), check), strict });
  writeSummary(counts, output);
  return counts.failed > 0 ? 1 : 0;
}

/** Prints the findings of all files for a person. */
export async function checkText({ files }: CheckRun, output: Output): Promise<void> {
  for await (const checked of files) await writeText(checked, output);
}

/** Prints the names of the files that fail. */
export async function checkFailed({ files, strict }: CheckRun, output: Output): Promise<void> {
  for await (const { check } of files) {
    if (fails(check, strict)) await output.write(`${visible(nameOf(check))}\n`);
  }
}

/** Formatter of findings, loaded for the first one: loading takes longer than a check. */
let textReport: ((checked: CheckedText, columns: number | null) => readonly Line[]) | null = null;

/** Prints the findings of one file for a person. */
export async function writeText(checked: CheckedText, output: Output): Promise<void> {
  if (checked.check.findings.length === 0) return;
  textReport ??= (await import("../../../policy/report/text.ts")).textReport;
  await output.writeLines(textReport(checked, output.columns));
}

/** Prints the summary on stderr. */
export function writeSummary(counts: Counts, output: Output): void {
  output.note(v`${summary(counts)}`);
}
