import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import { findPolicies } from "../../../policy-files/find-policies.ts";
import { type CheckedText, nameOf } from "../../../policy/report/checked-text.ts";
import { type Counts, counted, fails, noCounts, summary } from "../../../policy/report/counts.ts";
import type { Reporter } from "../../../policy/report/reporter.ts";
import type { Line } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import type { CheckFormat } from "./command.ts";
import { checkPolicyArgument } from "./document.ts";

/** The options of `policy check`, as typed. */
interface CheckPoliciesOptions {
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
    return (await import("./watch.ts")).watchChecks(paths, { output, strict, check });
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

/** A report that is written as files are checked. */
interface Report {
  file(checked: CheckedText): Promise<void>;
  end(): Promise<void>;
}

/** Begins a report on stdout; the code of a format is loaded only when it is asked for. */
async function openReport(format: CheckFormat, output: Output, strict: boolean): Promise<Report> {
  if (format === "text") {
    return { file: (checked) => writeText(checked, output), end: async () => {} };
  }
  if (format === "quiet") {
    return {
      file: async ({ check }) => {
        if (fails(check, strict)) await output.write(`${visible(nameOf(check))}\n`);
      },
      end: async () => {},
    };
  }
  const reporter = await reporterOf(format, strict);
  let waiting = reporter.begin();
  return {
    async file(checked) {
      waiting += reporter.file(checked);
      if (waiting.length < writtenAtOnce) return;
      const text = waiting;
      waiting = "";
      await output.write(text);
    },
    end: () => output.write(waiting + reporter.end()),
  };
}

/** UTF-16 units: a call for each of ten thousand files would take longer than to make what is written. */
const writtenAtOnce = 65_536;

async function reporterOf(
  format: Exclude<CheckFormat, "text" | "quiet">,
  strict: boolean,
): Promise<Reporter> {
  switch (format) {
    case "json":
      return (await import("../../../policy/report/json.ts")).jsonReporter();
    case "sarif":
      return (await import("../../../policy/report/sarif.ts")).sarifReporter(version);
    case "junit":
      return (await import("../../../policy/report/junit.ts")).junitReporter({ strict });
    case "github":
      return (await import("../../../policy/report/github.ts")).githubReporter();
  }
}

/** Once there is something to say: measuring text takes longer to load than a check takes, and asking for a module again is not free. */
let textReport: ((checked: CheckedText, columns: number | null) => readonly Line[]) | null = null;

/** The findings of one file, for a person. */
export async function writeText(checked: CheckedText, output: Output): Promise<void> {
  if (checked.check.findings.length === 0) return;
  textReport ??= (await import("../../../policy/report/text.ts")).textReport;
  await output.answerLines(textReport(checked, output.columns));
}

/** The last line, which is for people: a program reads the exit code. */
export function writeSummary(counts: Counts, output: Output): void {
  output.note(v`${summary(counts)}`);
}
