import { UsageError } from "../../../model/errors.ts";
import { findPolicies } from "../../../policy-files/find-policies.ts";
import { checkPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { type PolicyChanges, watchPolicies } from "../../../policy-files/watch-policies.ts";
import type { CheckOptions, PolicyCheck } from "../../../policy/check-document.ts";
import { counted, noCounts } from "../../../policy/report/checked-text.ts";
import { v } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";
import { nextStopSignal, signalExitCodes } from "../../signals.ts";
import { writeSummary, writeText } from "./check.ts";

interface WatchOptions {
  readonly output: Output;
  readonly strict: boolean;
  readonly check: CheckOptions;
}

/**
 * Runs `policy check --watch`: checks all files, then each saved one, until a signal ends it. Reports only changes, and a summary of all
 * files.
 */
export async function watchChecks(
  paths: readonly string[],
  { output, strict, check }: WatchOptions,
): Promise<number> {
  if (paths.includes("-")) {
    throw new UsageError({ what: "stdin cannot be watched", hint: "Give the files or folders to watch" });
  }
  // A path without a match is probably misspelled.
  findPolicies(paths);
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
    // Reports in sequence, also on a slow terminal. A file that was removed meanwhile is reported by the next check.
    reports = reports.then(() => report(changes)).catch((error: unknown) => output.note(v`${String(error)}`));
  });
  // Neither the watcher nor the signal handler keeps the process alive.
  const staying = setInterval(() => {}, 2 ** 30);
  const signal = await stopped;
  clearInterval(staying);
  watch.close();
  await reports;
  return signalExitCodes[signal];
}
