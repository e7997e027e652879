import type { Reporter } from "../../../policy/report/reporter.ts";
import type { Format } from "../../output/formats.ts";

/** Policies that a command reports on, one after the other. */
export interface Reported<Policy> {
  readonly files: Iterable<Policy> | AsyncIterable<Policy>;
}

/** Minimum length of a write, in UTF-16 units: a write per file would take longer than the report itself. */
const bufferLength = 65_536;

/** Creates the format of a command that writes a report file by file. @param load loads the reporter on use */
export function report<Policy, Run extends Reported<Policy>>(
  load: (run: Run) => Promise<Reporter<Policy>>,
): () => Format<Run> {
  return () => async (run, output) => {
    const reporter = await load(run);
    let text = reporter.begin();
    for await (const policy of run.files) {
      text += reporter.file(policy);
      if (text.length < bufferLength) continue;
      await output.write(text);
      text = "";
    }
    await output.write(text + reporter.end());
  };
}
