import { UsageError } from "../../../model/errors.ts";
import { skippedError } from "../../../policy-files/find-policies.ts";
import { checkPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { type PolicyChanges, watchPolicies } from "../../../policy-files/watch-policies.ts";
import type { CheckOptions, PolicyCheck } from "../../../policy/check-document.ts";
import { counted, noCounts } from "../../../policy/report/checked-text.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Startup } from "../../command-line/command.ts";
import { signalExitCodes } from "../../signals.ts";
import { writeSummary, writeText } from "./check.ts";
import { findPolicyArguments } from "./document.ts";

interface WatchOptions extends Pick<Startup, "output" | "nextStopSignal"> {
  readonly strict: boolean;
  readonly check: CheckOptions;
}

/**
 * Runs `policy check --watch`: checks all files, then each changed file until a signal, and prints a summary
 * of all files each time.
 * @returns exit code of the signal
 * @throws {NotFoundError} a path that matches no file
 */
export async function watchChecks(
  paths: readonly string[],
  { output, strict, check, nextStopSignal }: WatchOptions,
): Promise<number> {
  if (paths.includes("-")) {
    throw new UsageError({ what: "stdin cannot be watched", hint: "Give the files or directories to watch" });
  }
  // Throws if a path matches no file, which is probably misspelled.
  for (const each of findPolicyArguments(paths, output).skipped)
    output.note(visible(skippedError(each).message));
  const checks = new Map<string, PolicyCheck>();
  let reports = Promise.resolve();

  async function report({ files, changed, gone }: PolicyChanges): Promise<void> {
    for (const file of gone) {
      checks.delete(file);
      output.note(v`${file} was removed`);
    }
    for (const file of changed) {
      const checked = await checkPolicyFile(file, check);
      const before = checks.get(file);
      checks.set(file, checked.check);
      await writeText(checked, output);
      if (before !== undefined && checked.check.findings.length === 0) output.note(v`${file} is valid`);
    }
    const counts = files.reduce((sum, file) => {
      const of = checks.get(file);
      return of === undefined ? sum : counted(sum, of, strict);
    }, noCounts);
    writeSummary(counts, output);
  }

  const stopped = nextStopSignal();
  const watch = watchPolicies(paths, (changes) => {
    // Reports run in sequence, even if the terminal is slow.
    reports = reports.then(() => report(changes)).catch((error: unknown) => output.note(v`${String(error)}`));
  });
  // Keeps the process alive; the watcher and the signal handler do not.
  const staying = setInterval(() => {}, 2 ** 30);
  const signal = await stopped;
  clearInterval(staying);
  watch.close();
  await reports;
  return signalExitCodes[signal];
}
