import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
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
import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { Output } from "../../output/output.ts";
import { report, type Reported } from "./report.ts";

/** Files that `policy check` reports on. */
interface CheckRun extends Reported<CheckedText> {
  readonly strict: boolean;
}

/** Formats of `policy check`. */
const checkFormats: Formats<CheckRun> = {
  text: () => checkText,
  quiet: () => checkFailed,
  json: report(async () => (await import("../../../policy/report/json.ts")).jsonReporter()),
  sarif: report(async () => (await import("../../../policy/report/sarif.ts")).sarifReporter(version)),
  junit: report(async (run) => (await import("../../../policy/report/junit.ts")).junitReporter(run)),
  github: report(async () => (await import("../../../policy/report/github.ts")).githubReporter()),
};

/** @throws {NotFoundError} a path matches no file */
export const check = commandIn(checkFormats, "policy check <path...>", {
  description:
    "Check the syntax, the schema and the rules of policies; exits with code 1 if a file has an error",
  arguments: { "<path...>": "files, directories (searched recursively) and patterns; - for stdin" },
  options: {
    "--schema-only": "check only syntax and schema",
    "--strict": "fail on warnings too",
    "--watch": "keep running, and check each file again when it is saved",
  },
  help: `
Format text prints the findings with their lines; quiet prints the names of the files that fail.

Examples:
  hooklens policy check policies/
  hooklens policy check 'policies/**/*.yaml' --strict --format sarif > policies.sarif
  git show main:policies/healthcare.yaml | hooklens policy check -`,
  async run({ output, streams, format, print, nextStopSignal }, { path: paths, ...options }) {
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
    const { checkFound, findPolicyArguments } = await import("./document.ts");
    let counts = noCounts;
    async function* countAll(files: AsyncIterable<CheckedText>): AsyncGenerator<CheckedText> {
      for await (const checked of files) {
        counts = counted(counts, checked.check, strict);
        yield checked;
      }
    }
    const checked = checkFound(findPolicyArguments(paths, output), streams, check);
    await print({ files: countAll(checked), strict });
    writeSummary(counts, output);
    return counts.failed > 0 ? 1 : 0;
  },
});

/** Prints the findings of all files for a person. */
async function checkText({ files }: CheckRun, output: Output): Promise<void> {
  for await (const checked of files) await writeText(checked, output);
}

/** Prints the names of the files that fail. */
async function checkFailed({ files, strict }: CheckRun, output: Output): Promise<void> {
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
