import { version } from "../../../engine/version.ts";
import type { CheckedText } from "../../../policy/report/checked-text.ts";
import type { Reporter } from "../../../policy/report/reporter.ts";
import type { Format, Formats } from "../../output/formats.ts";

/** Files that `policy check` reports on, one after the other. */
export interface CheckRun {
  readonly files: AsyncIterable<CheckedText>;
  readonly strict: boolean;
}

/** Formats of `policy check`. */
export const checkFormats: Formats<CheckRun> = {
  text: async () => (await import("./check.ts")).checkText,
  quiet: async () => (await import("./check.ts")).checkFailed,
  json: report(async () => (await import("../../../policy/report/json.ts")).jsonReporter()),
  sarif: report(async () => (await import("../../../policy/report/sarif.ts")).sarifReporter(version)),
  junit: report(async (run) => (await import("../../../policy/report/junit.ts")).junitReporter(run)),
  github: report(async () => (await import("../../../policy/report/github.ts")).githubReporter()),
};

/** Minimum length of a write, in UTF-16 units: a write per file would take longer than the report itself. */
const bufferLength = 65_536;

function report(load: (run: CheckRun) => Promise<Reporter>): () => Format<CheckRun> {
  return () => async (run, output) => {
    const reporter = await load(run);
    let text = reporter.begin();
    for await (const checked of run.files) {
      text += reporter.file(checked);
      if (text.length < bufferLength) continue;
      await output.write(text);
      text = "";
    }
    await output.write(text + reporter.end());
  };
}
